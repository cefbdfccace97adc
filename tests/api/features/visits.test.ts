import { expect, test } from 'vitest'
import { VISIT_RETENTION_DAYS } from '../../../contract/limits'
import { purgeExpired } from '../../../api/workers'
import { openTestServices, START } from '../../support/open-test-services'

const DAY_MS = 86_400_000

const sessionData = {
  browser: 'FIREFOX',
  os: 'LINUX',
  screenSize: 'DESKTOP',
  sessionId: '01HVISITXXXXXXXXXXXXXXXXXX',
  utmParams: { source: 'news' },
} as const

async function openWithVisits() {
  const services = await openTestServices()
  return { services, kept: () => services.store.kysely.selectFrom('visits').selectAll().execute() }
}

test('a page view stores the path without its query, and only listed keys', async () => {
  const { services, kept } = await openWithVisits()
  const sent = { data: { sessionData: { ...sessionData, email: 'ann@example.com' } } }
  const { data } = await services.call('trackPageView', sent, { path: '/a/b?secret=1#c' })
  expect(data.sessionData.sessionId).toBe(sessionData.sessionId)
  expect(await kept()).toEqual([
    {
      appId: 'app_demo',
      mode: 'test',
      kind: 'page-view',
      type: null,
      visitId: sessionData.sessionId,
      path: '/a/b',
      browser: 'FIREFOX',
      os: 'LINUX',
      screenSize: 'DESKTOP',
      utm: JSON.stringify({ source: 'news' }),
      at: START,
    },
  ])
})

test('getAppAndMember counts a page view only on request', async () => {
  const { services, kept } = await openWithVisits()
  await services.call('getAppAndMember', { data: { sessionData } })
  expect(await kept()).toEqual([])
  await services.call('getAppAndMember', { data: { sessionData, trackPageView: true } })
  expect((await kept()).map(({ kind }) => kind)).toEqual(['page-view'])
})

test('an event keeps its type', async () => {
  const { services, kept } = await openWithVisits()
  const { data } = await services.call('trackEvent', { type: 'clicked\u0000', ...sessionData })
  expect(data).toEqual({ success: true })
  expect(await kept()).toMatchObject([{ kind: 'event', type: 'clicked', visitId: sessionData.sessionId }])
})

test('stores nothing if the browser asks not to be tracked', async () => {
  const { services, kept } = await openWithVisits()
  const quiet = { mayTrack: false }
  await services.call('trackPageView', { data: { sessionData } }, quiet)
  await services.call('getAppAndMember', { data: { sessionData, trackPageView: true } }, quiet)
  expect(await services.call('trackEvent', { type: 'clicked' }, quiet)).toEqual({ data: { success: false } })
  expect(await kept()).toEqual([])
})

test.for(['x'.repeat(27), '<script>', '', null])('replaces a visit ID such as %s with a new one', async (sessionId) => {
  const { services } = await openWithVisits()
  const { data } = await services.call('trackPageView', { data: { sessionData: { ...sessionData, sessionId } } })
  expect(data.sessionData.sessionId).toMatch(/^[0-9a-z]{26}$/u)
})

test('truncates long paths and campaign texts', async () => {
  const { services, kept } = await openWithVisits()
  const utmParams = { source: 'x'.repeat(10_000) }
  await services.call(
    'trackPageView',
    { data: { sessionData: { ...sessionData, utmParams } } },
    { path: `/${'y'.repeat(5000)}` },
  )
  const [visit] = await kept()
  expect(visit?.path).toHaveLength(2048)
  expect(JSON.parse(visit?.utm ?? '')).toEqual({ source: 'x'.repeat(256) })
})

test('the purge deletes only what has expired', async () => {
  const { services, kept } = await openWithVisits()
  const { store } = services
  const { data } = await services.call('signup', { email: 'ann@example.com', password: 'correct horse' })
  await services.call('sendResetPasswordEmail', { email: 'ann@example.com' })
  await services.call('trackPageView', {})

  services.wait(15 * 60_000)
  await purgeExpired(services)
  expect(await store.codes.findOpen(data.member.id, 'reset-password', START)).toBeNull()
  expect((await services.as(data.tokens.accessToken)).member).not.toBeNull()

  services.wait(14 * DAY_MS)
  await purgeExpired(services)
  expect(await store.sessions.find(services.secrets.digest(data.tokens.accessToken), START)).toBeNull()

  services.wait(START + VISIT_RETENTION_DAYS * DAY_MS - services.clock.now())
  await purgeExpired(services)
  expect(await kept()).toHaveLength(1)
  services.wait(1)
  await purgeExpired(services)
  expect(await kept()).toEqual([])
})
