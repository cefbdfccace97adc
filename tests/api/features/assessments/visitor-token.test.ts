import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi } from '../../../support/start-api'
import type { CallOptions, TestApi } from '../../../support/start-api'

const app = 'app_trusttag'
let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const start = (how: CallOptions) => api.call('startAttempt', { skill: 'Cook' }, how)
const withToken = (token: string): CallOptions => ({ app, headers: { 'x-visitor-token': token } })

async function newToken(how: CallOptions = { app }): Promise<string> {
  return (await start(how)).data.visitorToken ?? 'none'
}

test.each([
  ['a number', '1'],
  ['a word', 'visitor'],
  ['what a careless client sends', 'undefined'],
  ['a letter that is none of ours', 'é'.repeat(43)],
  ['one letter less', 'a'.repeat(42)],
  ['one letter more', 'a'.repeat(44)],
  ['very much', 'a'.repeat(5_000)],
  ['nothing but marks', '='.repeat(43)],
])('%s is not a valid token: the answer has a new one, which alone finds the attempt', async (_, sent) => {
  const first = (await start(withToken(sent))).data
  const second = (await start(withToken(sent))).data
  expect(first.visitorToken).toMatch(/^[\w-]{43}$/u)
  expect(second.visitorToken).not.toBe(first.visitorToken)
  expect((await api.call('listAttempts', {}, withToken(sent))).data.attempts).toEqual([])
  const { attempts } = (await api.call('listAttempts', {}, withToken(first.visitorToken ?? ''))).data
  expect(attempts.map(({ id }) => id)).toEqual([first.id])
})

test('a token with something behind it is another one', async () => {
  const token = await newToken()
  expect((await api.call('listAttempts', {}, withToken(`${token}x`))).data.attempts).toEqual([])
})

test('no caller gets a second token, and no answer repeats one', async () => {
  const token = await newToken()
  const again = await start(withToken(token))
  expect(again.data.visitorToken).toBeUndefined()
  expect(JSON.stringify(again.body)).not.toContain(token)
})

test('a token of one mode finds nothing in the other, and starts over there', async () => {
  const token = await newToken()
  const live = { key: (await api.store.apps.findById(app))!.keys.live, headers: { 'x-visitor-token': token } }
  expect((await api.call('listAttempts', {}, live)).data.attempts).toEqual([])
  expect((await start(live)).status).toBe(200)
  expect((await api.call('listAttempts', {}, live)).data.attempts).toHaveLength(1)
  expect((await api.call('listAttempts', {}, withToken(token))).data.attempts).toHaveLength(1)
})

test('an app without TrustTags knows no visitors', async () => {
  const token = await newToken()
  const elsewhere = { app: 'app_demo', headers: { 'x-visitor-token': token } }
  expect((await api.call('listAttempts', {}, elsewhere)).status).toBe(404)
  expect((await api.call('startAttempt', { skill: 'Cook' }, elsewhere)).status).toBe(404)
})

test('tokens are in no log and in no table', async () => {
  const token = await newToken()
  await start(withToken(token))
  expect(api.logLines.join('\n')).not.toContain(token)
  expect(JSON.stringify(api.dumpDatabase())).not.toContain(token)
})
