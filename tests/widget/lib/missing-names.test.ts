// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { explainMissing } from '../../../widget/lib/missing-names'

afterEach(() => vi.restoreAllMocks())

const warnings = () => vi.spyOn(console, 'warn').mockImplementation(() => {})

test('a name that does not exist is undefined, and the console says once what to write', () => {
  const warn = warnings()
  const client: Record<string, unknown> = { getCurrentMember: () => {} }
  const stop = explainMissing(window, client)
  expect(warn).not.toHaveBeenCalled()
  expect([client['getMember'], client['getMember'], Reflect.get(window, '$memberstack')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(warn.mock.calls.map((call) => call.join(' '))).toEqual([
    expect.stringContaining('getMember does not exist. Write getCurrentMember().'),
    expect.stringContaining('$memberstack does not exist. Write $memberstackDom.'),
  ])
  stop()
  expect('$memberstack' in window).toBe(false)
})

test('a copy of the client and a list of its methods read none of the names', () => {
  const warn = warnings()
  const client: Record<string, unknown> = { getCurrentMember: 1 }
  const stop = explainMissing(window, client)
  expect(Object.keys({ ...client })).toEqual(['getCurrentMember'])
  expect(Object.keys(window)).not.toContain('$memberstack')
  stop()
  expect(warn).not.toHaveBeenCalled()
})

test('a page that sets the name keeps its own', () => {
  const warn = warnings()
  Reflect.set(window, 'memberstack', 'before')
  const client: Record<string, unknown> = {}
  const stop = explainMissing(window, client)
  client['getToken'] = () => 'own'
  Reflect.set(window, 'Memberstack', 'after')
  expect(client['getToken']).toBeTypeOf('function')
  expect([Reflect.get(window, 'memberstack'), Reflect.get(window, 'Memberstack')]).toEqual(['before', 'after'])
  stop()
  expect([Reflect.get(window, 'memberstack'), Reflect.get(window, 'Memberstack')]).toEqual(['before', 'after'])
  expect(warn).not.toHaveBeenCalled()
})
