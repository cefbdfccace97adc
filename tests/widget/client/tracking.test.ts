import { afterAll, beforeAll, expect, test } from 'vitest'
import { $visitSessionId } from '../../../widget/stores/visit'
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

test('an event that cannot be sent, or is none, does not disturb the page', async () => {
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
  expect(requests.map(({ path, body }) => ({ path, body }))).toEqual([
    { path: '/app-member', body: { data: { trackPageView: false } } },
  ])
  expect($visitSessionId.get()).toBeNull()
})
