import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { $app, setReadiness } from '../../../widget/stores/app'
import { $member, $visitSessionId, setMember } from '../../../widget/stores/identity'
import { startTestApi, type TestApi } from '../../support/start-api'
import { ada, openClient } from './open-client'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

test('the app, its plans and its groups come from the server', async () => {
  const { client } = openClient(api)
  const { data: app } = await client.getApp()
  expect(app).toMatchObject({ id: 'app_demo', publicKey: 'pk_sb_demo' })
  expect($app.get()).toEqual(app)
  expect((await client.getPlans()).data).toEqual(app.plans)
  expect((await client.getRestrictedUrlGroups()).data).toEqual(app.contentGroups)
  expect((await client.getPlan({ planId: 'pln_pro' })).data.id).toBe('pln_pro')
})

test('a plan that does not exist says so', async () => {
  const { client } = openClient(api)
  await expect(client.getPlan({ planId: 'pln_none' })).rejects.toMatchObject({ code: 'plan-not-found' })
})

test('the first answer brings app, member and visit, and counts the page view', async () => {
  const first = openClient(api)
  const { data } = await first.client.signupMemberEmailPassword(ada)
  setMember(undefined)
  await first.readFirstAnswer()
  expect(first.requests.at(-1)!.body).toEqual({
    data: {
      trackPageView: true,
      sessionData: {
        browser: expect.any(String),
        os: expect.any(String),
        screenSize: expect.any(String),
        sessionId: null,
        utmParams: { source: 'news' },
      },
    },
  })
  expect($member.get()).toEqual(data.member)
  expect($visitSessionId.get()).toMatch(/^\w{1,26}$/)
})

test('a tag without a key learns it from the answer and uses it from then on', async () => {
  const { client, readFirstAnswer, requests } = openClient(api, { publicKey: null })
  await readFirstAnswer()
  await client.getApp()
  expect(Object(requests[0]?.body).headers['x-api-key']).toBe('app_demo')
  expect(requests[1]?.headers.get('x-api-key')).toBe('pk_sb_demo')
})

test('calls made before the page is ready wait, and then start in their order', async () => {
  const { client, requests } = openClient(api)
  setReadiness('waiting')
  const calls = [client.getPlan({ planId: 'pln_free' }), client.getApp(), client.getPlan({ planId: 'pln_pro' })]
  await nextTurn()
  expect(requests).toEqual([])
  setReadiness('timed-out')
  await Promise.all(calls)
  expect(requests.map(({ path }) => path)).toEqual([
    '/app/plans/pln_free',
    '/app?includeSSOText=',
    '/app/plans/pln_pro',
  ])
})
