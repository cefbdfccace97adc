import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi } from '../../../support/start-api'
import type { CallOptions, TestApi } from '../../../support/start-api'

const DAY_MS = 86_400_000
const app = 'app_trusttag'
let api: TestApi
let people = 0

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

async function signUp(): Promise<string> {
  people += 1
  const { data } = await api.call('signup', { email: `p${people}@example.com`, password: 'long enough' }, { app })
  return data.tokens.accessToken
}

/** Somebody with a browser of their own, who may be logged in. */
async function openBrowser() {
  const first = await api.call('startAttempt', { skill: 'Welder' }, { app })
  const headers = { 'x-visitor-token': first.data.visitorToken ?? 'none' }
  return (token?: string) => ({ app, headers, ...(token !== undefined && { token }) })
}

type Caller = CallOptions

async function finish(skill: string, caller: Caller): Promise<string> {
  const { data } = await api.call('startAttempt', { skill }, caller)
  const answers = Object.fromEntries(data.questions.map(({ id, options }) => [String(id), options[0] ?? '']))
  await api.call('saveAnswers', { attemptId: data.id, answers }, caller)
  await api.call('completeAttempt', { attemptId: data.id }, caller)
  return data.id
}

test('what a visitor began and completed is the member’s after the login, with its answers', async () => {
  const browser = await openBrowser()
  const done = await finish('Cook', browser())
  const open = (await api.call('startAttempt', { skill: 'Carpenter' }, browser())).data
  const chosen = open.questions[0]!.options[2]!
  await api.call('saveAnswers', { attemptId: open.id, answers: { 1: chosen } }, browser())

  const token = await signUp()
  const { data } = await api.call('claimAttempts', {}, browser(token))
  expect(data.dropped).toEqual([])
  expect(data.attempts.map(({ id }) => id)).toEqual(expect.arrayContaining([done, open.id]))
  const elsewhere = await api.call('getAttempt', { attemptId: open.id }, { app, token })
  expect([elsewhere.data.answers, elsewhere.data.isVisitors]).toEqual([{ 1: chosen }, false])
  expect((await api.call('getAttempt', { attemptId: open.id }, browser())).status).toBe(404)
})

test('it counts from then on: the member waits as if they had been logged in', async () => {
  const browser = await openBrowser()
  await finish('Cook', browser())
  const token = await signUp()
  await api.call('claimAttempts', {}, browser(token))
  const refused = await api.call('startAttempt', { skill: 'Cook' }, { app, token })
  expect(refused.body.code).toBe('retake-too-early')
})

test('whoever failed cannot pass as a visitor the same day and claim that', async () => {
  const token = await signUp()
  await finish('Cook', { app, token })
  const browser = await openBrowser()
  const second = await finish('Cook', browser())
  const { data } = await api.call('claimAttempts', {}, browser(token))
  expect(data.dropped).toEqual(['Cook'])
  expect(data.attempts.some(({ id }) => id === second)).toBe(false)
  expect(await api.store.attempts.find(second)).toBeNull()
})

test('a day later it counts', async () => {
  const token = await signUp()
  await finish('Cook', { app, token })
  api.clock.advance(DAY_MS)
  const browser = await openBrowser()
  const second = await finish('Cook', browser())
  expect((await api.call('claimAttempts', {}, browser(token))).data.attempts[0]?.id).toBe(second)
})

test('claiming twice changes nothing, and without anything to claim nothing happens', async () => {
  const browser = await openBrowser()
  await finish('Cook', browser())
  const token = await signUp()
  const first = await api.call('claimAttempts', {}, browser(token))
  const again = await api.call('claimAttempts', {}, browser(token))
  expect(again.data).toEqual(first.data)
  const other = await signUp()
  expect((await api.call('claimAttempts', {}, { app, token: other })).data).toEqual({ attempts: [], dropped: [] })
  expect((await api.call('claimAttempts', {}, browser(other))).data.attempts).toEqual([])
})

test('the activity of the member begins with what they brought', async () => {
  const browser = await openBrowser()
  await finish('Cook', browser())
  const token = await signUp()
  await api.call('claimAttempts', {}, browser(token))
  const member = (await api.call('getMember', {}, { app, token })).data!
  const lines = await api.store.activities.listByMember(member.id, 10)
  expect(lines.map(({ action, skill }) => [action, skill])).toEqual([['Assessment completed', 'Cook']])
})

test('a visitor claims nothing', async () => {
  const refused = await api.call('claimAttempts', {}, { app })
  expect(refused.body.code).toBe('login-required')
})

test('all is gone with the member', async () => {
  const browser = await openBrowser()
  const done = await finish('Cook', browser())
  const token = await signUp()
  await api.call('claimAttempts', {}, browser(token))
  await api.call('deleteMember', {}, { app, token })
  expect(await api.store.attempts.find(done)).toBeNull()
})
