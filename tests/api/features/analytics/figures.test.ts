import { describe, expect, test } from 'vitest'
import { rollUp } from '../../../../api/features/analytics/figures'
import { recordPayments } from '../../../../api/features/payments/ledger'
import { dayOf, daysBetween, startOfDay, stepOf } from '../../../../api/lib/clock'
import { reconcilePurchase } from '../../../../api/features/payments/reconcile'
import { openAdmin } from '../../http/admin/open-admin'

async function openBought() {
  const admin = await openAdmin()
  const ann = await admin.signUp()
  const session = await admin.checkout(ann.token, 'prc_pro-monthly')
  await admin.services.payments.testPages.pay(session)
  const { id } = (await admin.store.purchases.findBySession('test', session))!
  await reconcilePurchase(admin.services, id)
  const today = dayOf(admin.services.clock.now(), 'UTC')
  const total = async (name: string, from = today) => {
    const { figures } = await admin.admin('readFigures', { names: name, from, to: today, step: 'total' })
    return figures[0]?.series.map(({ part, values }) => [part, values[0]?.value])
  }
  return { admin, ann, session, today, total }
}

test('a purchase shows at once: revenue, recurring revenue, new payers', async () => {
  const { total } = await openBought()
  expect(await total('signups')).toEqual([['', 1]])
  expect(await total('activeMembers')).toEqual([['', 1]])
  expect(await total('revenue')).toEqual([['usd', 1000]])
  expect(await total('mrr')).toEqual([['usd', 1000]])
  expect(await total('newPayers')).toEqual([['', 1]])
  expect(await total('failedPayments')).toEqual([['', 0]])
})

test('the list of members has those whom recurring revenue, revenue and new payers count', async () => {
  const { admin, ann, today } = await openBought()
  await admin.signUp('other@example.com')
  const [day, next] = [`${today}T00:00:00Z`, `${dayOf(Date.parse(today) + 24 * 60 * 60 * 1000, 'UTC')}T00:00:00Z`]
  const idsOf = async (query: Record<string, unknown>) =>
    (await admin.admin('listMembers', query)).map(({ id }: { id: string }) => id)
  expect(await idsOf({ subscribed: 'true' })).toEqual([ann.id])
  expect(await idsOf({ subscribed: 'false' })).toHaveLength(1)
  expect(await idsOf({ paidFrom: day, paidTo: next })).toEqual([ann.id])
  expect(await idsOf({ paidTo: day })).toEqual([])
  expect(await idsOf({ firstPaidFrom: day, firstPaidTo: next })).toEqual([ann.id])
  expect(await idsOf({ firstPaidFrom: next })).toEqual([])
  expect(await idsOf({ subscribed: 'true', paidFrom: day, verified: 'false' })).toEqual([ann.id])
  // The second payment of a member is not the first one.
  admin.clock.advance(40 * 24 * 60 * 60 * 1000)
  const later = { ...(await admin.store.kysely.selectFrom('payments').selectAll().executeTakeFirstOrThrow()) }
  const at = admin.services.clock.now()
  await admin.store.kysely
    .insertInto('payments')
    .values({ ...later, id: 'pay_2', externalId: 'second', at })
    .execute()
  expect(await idsOf({ paidFrom: next })).toEqual([ann.id])
  expect(await idsOf({ firstPaidFrom: next })).toEqual([])
  expect(await idsOf({ firstPaidTo: next })).toEqual([ann.id])
})

test('a refund counts against the revenue; reading the provider again changes nothing', async () => {
  const { admin, session, total } = await openBought()
  const { id, externalId } = (await admin.store.purchases.findBySession('test', session))!
  await admin.services.payments.named('test', 'test')?.refund(externalId ?? '')
  await recordPayments(admin.services, id)
  await recordPayments(admin.services, id)
  expect(await total('revenue')).toEqual([['usd', 0]])
  const rows = await admin.store.kysely.selectFrom('payments').select('kind').orderBy('kind').execute()
  expect(rows.map(({ kind }) => kind)).toEqual(['charge', 'refund'])
})

test('what was rolled up stays, also when members are deleted later', async () => {
  const { admin, ann, today, total } = await openBought()
  const app = (await admin.store.apps.findById('app_shop'))!
  await rollUp(admin.store, app, 'test', admin.services.clock.now())
  admin.clock.advance(3 * 24 * 60 * 60 * 1000)
  await admin.admin('removeMember', { member: ann.id })
  const { figures } = await admin.admin('readFigures', { names: 'signups,mrr', from: today, to: today })
  expect(figures.map(({ series }) => series[0]?.values[0]?.value)).toEqual([1, 1000])
  expect(await total('signups')).toEqual([['', 1]])
})

test('days before collecting began are unknown for states, and counted for sums', async () => {
  const { admin, today } = await openBought()
  const from = dayOf(admin.services.clock.now() - 24 * 60 * 60 * 1000, 'UTC')
  const { figures } = await admin.admin('readFigures', { names: 'mrr,signups', from, to: today })
  expect(figures.map(({ series }) => series[0]?.values.map(({ value }) => value))).toEqual([
    [null, 1000],
    [0, 1],
  ])
})

test('a sign-up counts under the campaign of its visit, unless the browser refuses tracking', async () => {
  const { admin, total } = await openBought()
  const conversionData = { url: '/', utmParams: { campaign: 'Spring' } }
  const input = { password: 'correct horse', conversionData }
  await admin.call('signup', { ...input, email: 'cam@example.com' }, admin.as())
  await admin.call('signup', { ...input, email: 'two@example.com' }, admin.as())
  expect(await total('campaignSignups')).toEqual([['Spring', 2]])
})

test('visited paths are counted by views and visits', async () => {
  const { admin, today } = await openBought()
  for (let view = 0; view < 3; view += 1)
    await admin.call('trackPageView', {}, { ...admin.as(), headers: { 'referring-path': '/pricing' } })
  const [first] = await admin.admin('listVisitPaths', { from: today, to: today })
  expect(first).toMatchObject({ path: '/pricing', views: 3 })
})

test.for([
  { names: 'nonsense' },
  { zone: 'Nowhere/None' },
  { from: '2026-02-30' },
  { from: '2026-12-01' },
  { from: '2020-01-01' },
])('%j is refused', async (query) => {
  const admin = await openAdmin()
  const call = admin.answerOf('readFigures', { from: '2026-11-01', to: '2026-11-02', ...query })
  expect(await call).toMatchObject({ status: 400 })
})

describe('days of a time zone', () => {
  test('begin at midnight of the zone, also where clocks change', () => {
    expect(new Date(startOfDay('2026-03-29', 'Europe/Berlin')).toISOString()).toBe('2026-03-28T23:00:00.000Z')
    expect(new Date(startOfDay('2026-03-30', 'Europe/Berlin')).toISOString()).toBe('2026-03-29T22:00:00.000Z')
    expect(new Date(startOfDay('2026-11-01', 'America/New_York')).toISOString()).toBe('2026-11-01T04:00:00.000Z')
    expect(new Date(startOfDay('2026-11-02', 'America/New_York')).toISOString()).toBe('2026-11-02T05:00:00.000Z')
    expect(new Date(startOfDay('2026-07-01', 'Asia/Kolkata')).toISOString()).toBe('2026-06-30T18:30:00.000Z')
    expect(dayOf(Date.parse('2026-11-23T23:30:00Z'), 'Asia/Tokyo')).toBe('2026-11-24')
  })

  test('are in weeks from Monday and in months', () => {
    expect(daysBetween('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
    expect(stepOf('2026-11-22', 'week')).toBe('2026-11-16')
    expect(stepOf('2026-11-23', 'week')).toBe('2026-11-23')
    expect(stepOf('2026-11-23', 'month')).toBe('2026-11')
  })
})
