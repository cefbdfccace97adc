import { afterAll, beforeAll, expect, test } from 'vitest'
import { MEMBER_JSON_MAX_BYTES } from '../../../../contract/limits'
import { callHeaders, startTestApi } from '../../../support/start-api'
import type { TestApi } from '../../../support/start-api'

let api: TestApi
let token: string

beforeAll(async () => {
  api = await startTestApi()
  const { data } = await api.call('signup', { email: 'ann@example.com', password: 'correct horse' })
  token = data.tokens.accessToken
})
afterAll(() => api.close())

const stored = async () => (await api.call('getMemberJson', {}, { token })).data

/** Sends a raw body. */
async function send(body: string) {
  const response = await api.request('/member/json', { method: 'POST', headers: callHeaders({ token }, true), body })
  const answer: unknown = await response.json()
  return { status: response.status, answer }
}

test('a new member has an empty store', async () => expect(await stored()).toEqual({}))

test('what is written replaces everything, and every answer with the member follows', async () => {
  await api.call('updateMemberJson', { json: { gone: true } }, { token })
  const json = { theme: 'dark', list: [1, 2.5, null, { deep: ['ü', '\u0000', '🦊'] }], '': '' }
  expect((await api.call('updateMemberJson', { json }, { token })).data).toEqual(json)
  expect(await stored()).toEqual(json)
  expect((await api.call('getMember', {}, { token })).data?.json).toEqual(json)
  expect((await api.call('getAppAndMember', {}, { token })).data.member?.json).toEqual(json)
  await api.call('updateMemberJson', { json: {} }, { token })
  expect(await stored()).toEqual({})
})

test('reserved names are ordinary data', async () => {
  const json = '{"__proto__":{"admin":true},"constructor":{"prototype":1}}'
  expect((await send(`{"json":${json}}`)).status).toBe(200)
  const response = await api.request('/member/json', { headers: callHeaders({ token }, false) })
  expect(await response.text()).toBe(`{"data":${json}}`)
})

test('exactly a million bytes are kept, one more is refused and changes nothing', async () => {
  const room = MEMBER_JSON_MAX_BYTES - '{"a":""}'.length
  await api.call('updateMemberJson', { json: { a: 'x'.repeat(room) } }, { token })
  const before = api.dumpDatabase()
  const { status, body } = await api.call('updateMemberJson', { json: { a: 'x'.repeat(room + 1) } }, { token })
  expect([status, body.code]).toEqual([400, 'field-limit-exceeded'])
  const wide = await api.call('updateMemberJson', { json: { a: 'ü'.repeat(room / 2 + 1) } }, { token })
  expect(wide.body.code).toBe('field-limit-exceeded')
  expect(api.dumpDatabase()).toEqual(before)
})

test.for([
  ['lists', '[', ']'],
  ['objects', '{"a":', '}'],
])('%s nested without end are refused and end nothing', async ([, open, close]) => {
  const before = api.dumpDatabase()
  const depth = 150_000
  const { status, answer } = await send(`{"json":{"a":${open!.repeat(depth)}1${close!.repeat(depth)}}}`)
  expect([status, answer]).toMatchObject([400, { code: 'invalid-field-value' }])
  expect(api.dumpDatabase()).toEqual(before)
})

test('a number that would lose precision is refused', async () => {
  const { answer } = await send('{"json":{"a":1e999}}')
  expect(answer).toMatchObject({ code: 'invalid-field-value' })
})
