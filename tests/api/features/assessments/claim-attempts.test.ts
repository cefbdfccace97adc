import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi } from '../../../support/start-api'
import type { CallOptions, TestApi } from '../../../support/start-api'
import { answerAll } from '../../../support/tag-holders'

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

/** A browser, logged in or not. */
async function openBrowser() {
  const first = await api.call('startAttempt', { skill: 'Welder' }, { app })
  const headers = { 'x-visitor-token': first.data.visitorToken ?? 'none' }
  return (token?: string) => ({ app, headers, ...(token !== undefined && { token }) })
}

type Caller = CallOptions

async function finish(skill: string, caller: Caller): Promise<string> {
  const { data } = await api.call('startAttempt', { skill }, caller)
  await answerAll(api, data.id, caller)
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
  expect(data.attempts.map(({ id }) => id)).toEqual(expect.arrayContaining([done, open.id]))
  const elsewhere = await api.call('getAttempt', { attemptId: open.id }, { app, token })
  expect([elsewhere.data.answers, elsewhere.data.isVisitors]).toEqual([{ 1: chosen }, false])
  expect((await api.call('getAttempt', { attemptId: open.id }, browser())).status).toBe(404)
})

test('practice stays practice: it is no attempt, and a perfect one is no pass', async () => {
  const browser = await openBrowser()
  const done = await finish('Cook', browser())
  const token = await signUp()
  const { data } = await api.call('claimAttempts', {}, browser(token))
  expect(data.attempts.find(({ id }) => id === done)).toMatchObject({
    isPractice: true,
    retakeAt: null,
    result: { score: 100, passed: false, secondSet: null },
  })
  const member = (await api.call('getMember', {}, { app, token })).data!
  await api.store.members.update(member.id, { verified: true })
  const counted = await api.call('startAttempt', { skill: 'Cook' }, { app, token })
  expect(counted.data).toMatchObject({ isPractice: false, number: 1 })
  const issued = await api.call('issueTag', { attemptId: done, holderName: 'Ann Lee' }, { app, token })
  expect(issued.body.code).toBe('attempt-not-passed')
})

test('claiming twice changes nothing, and without anything to claim nothing happens', async () => {
  const browser = await openBrowser()
  await finish('Cook', browser())
  const token = await signUp()
  const first = await api.call('claimAttempts', {}, browser(token))
  const again = await api.call('claimAttempts', {}, browser(token))
  expect(again.data).toEqual(first.data)
  const other = await signUp()
  expect((await api.call('claimAttempts', {}, { app, token: other })).data).toEqual({ attempts: [] })
  expect((await api.call('claimAttempts', {}, browser(other))).data.attempts).toEqual([])
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
