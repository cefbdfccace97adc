import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi } from '../../support/start-api'
import type { TestApi } from '../../support/start-api'

let api: TestApi
beforeEach(async () => void (api = await startTestApi()))
afterEach(() => api.close())

const ask = async (path: string, id?: string) =>
  (
    await api.request(path, { headers: { 'x-app-id': 'app_demo', ...(id !== undefined && { 'x-request-id': id }) } })
  ).headers.get('x-request-id')

describe('every answer names its request', () => {
  it.each(['/app', '/health', '/nowhere', '/admin/members', '/account/reset-password?token=x', '/openapi.json'])(
    '%s: as its line in the log does',
    async (path) => {
      const id = await ask(path)
      expect(id).toMatch(/^[0-9a-f-]{36}$/u)
      expect(api.logLines.map((line) => JSON.parse(line).requestId)).toEqual([id])
    },
  )

  it.each(['0d1f8a7c', '1-67891233-abcdef012345678912345678', '01JD5X3Q8W0000000000000000'])(
    'by the name that a proxy gave it: %s',
    async (id) => {
      expect(await ask('/app', id)).toBe(id)
      expect(api.logLines[0]).toContain(`"requestId":"${id}"`)
    },
  )

  it.each([
    'short',
    'x'.repeat(41),
    'with space 123',
    'a"b\\c"d\\e1234',
    '<script>alert(1)</script>',
    'sk_sb_0123456789',
    'ann@example.com',
  ])('by a new ID where the sent one could do harm: %s', async (sent) => {
    const id = await ask('/app', sent)
    expect(id).toMatch(/^[0-9a-f-]{36}$/u)
    expect(api.logLines.join('')).not.toContain(sent)
  })
})
