import { afterAll, beforeAll, expect, test } from 'vitest'
import { $visitSessionId } from '../../../widget/stores/identity'
import { startTestApi, type TestApi } from '../../support/start-api'
import { openClient } from './open-client'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const event = { data: { type: 'clicked', plan: 'pln_pro' } }

test('a page view and an event go under one visit', async () => {
  const { client, requests } = openClient(api)
  const { data } = await client.trackPageView()
  expect($visitSessionId.get()).toBe(data.sessionData.sessionId)
  await client._Event(event)
  expect(requests.map(({ path }) => path)).toEqual(['/page-view', '/event'])
  expect(requests[1]!.body).toMatchObject({ type: 'clicked', plan: 'pln_pro', sessionId: data.sessionData.sessionId })
  expect(requests[1]!.headers.get('x-session-id')).toBe(data.sessionData.sessionId)
})

test('an invalid event, or one that cannot be sent, does not affect the page', async () => {
  const { client, unplug } = openClient(api)
  unplug()
  await client._Event(event)
  // @ts-expect-error what a page's script may do
  await client._Event()
})

test('where tracking is refused nothing is counted, and no visit is kept', async () => {
  const { client, requests, readFirstAnswer } = openClient(api, { mayTrack: false })
  expect(await client.trackPageView()).toEqual({ data: { sessionData: { sessionId: null } } })
  await client._Event(event)
  await readFirstAnswer()
  expect(requests.map(({ path, body }) => ({ path, data: Object(body).data }))).toEqual([
    { path: '/app-member', data: { trackPageView: false } },
  ])
  expect($visitSessionId.get()).toBeNull()
})

test('a sign-up sends the referring partner, unless tracking is refused', async () => {
  const told = async (email: string, rewardful: unknown, changes: object = {}) => {
    const { client, requests, window } = openClient(api, changes)
    Reflect.set(window, 'Rewardful', rewardful)
    await client.signupMemberEmailPassword({ email, password: 'a-good-password' })
    return Object(requests.at(-1)?.body).rewardfulData
  }
  const known = { referral: 'ref-1', coupon: { id: 'TEN' } }
  expect(await told('sent@example.com', known)).toEqual({ referral: 'ref-1', coupon: 'TEN' })
  expect(await told('sent-without-coupon@example.com', { referral: 'ref-1', coupon: null })).toEqual({
    referral: 'ref-1',
  })
  expect(await told('unsent@example.com', { referral: '' })).toBeUndefined()
  expect(await told('untold@example.com', known, { mayTrack: false })).toBeUndefined()
})

test('a sign-up sends its visit, and nothing if tracking is refused', async () => {
  const told = async (email: string, changes: object) => {
    const { client, requests } = openClient(api, changes)
    await client.signupMemberEmailPassword({ email, password: 'a-good-password' })
    return Object(requests.at(-1)?.body)
  }
  expect(await told('tracked@example.com', {})).toMatchObject({
    conversionData: { url: '/members/page.html', utmParams: { source: 'news' }, sessionId: null },
  })
  expect(Object.keys(await told('untracked@example.com', { mayTrack: false }))).toEqual([
    'device',
    'origin_domain',
    'email',
    'password',
  ])
})
