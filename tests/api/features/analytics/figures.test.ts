import { describe, expect, test } from 'vitest'
import type { AppDefinition } from '../../../../api/features/apps/definition'
import { createFiguresWorker, rollUp } from '../../../../api/features/analytics/figures'
import { forgetPaymentDays } from '../../../../api/features/analytics/repository'
import { createLedgerWorker, recordPayments } from '../../../../api/features/payments/ledger'
import { dayOf, daysBetween, startOfDay, stepOf } from '../../../../contract/zone-days'
import { reconcilePurchase } from '../../../../api/features/payments/reconcile'
import { openAdmin } from '../../http/admin/open-admin'

async function openBought(priceId = 'prc_pro-monthly', app: Partial<AppDefinition> = {}) {
  const admin = await openAdmin({ app })
  const ann = await admin.signUp()
  const session = await admin.checkout(ann.token, priceId)
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

const DAY_MS = 24 * 60 * 60 * 1000

test('a payment that comes to light later changes the days that were rolled up, and only its figures', async () => {
  const { admin, session, today } = await openBought()
  const { kysely } = admin.store
  const app = (await admin.store.apps.findById('app_shop'))!
  const purchase = (await admin.store.purchases.findBySession('test', session))!
  const rollUpNow = () => rollUp(admin.store, app, 'test', admin.clock.now())
  const daily = async (names: string) => {
    const { figures } = await admin.admin('readFigures', { names, from: today, to: dayOf(admin.clock.now(), 'UTC') })
    return figures.map(({ series }) => series[0]?.values.map(({ value }) => value))
  }
  const gone = await admin.signUp('gone@example.com')
  // The provider is asked only after the roll-up, as for purchases of before the ledger.
  const charge = await kysely.deleteFrom('payments').returningAll().executeTakeFirstOrThrow()
  admin.clock.advance(2 * DAY_MS)
  await rollUpNow()
  // Members who are deleted stay in what was counted.
  await admin.admin('removeMember', { member: gone.id })
  await kysely
    .insertInto('payments')
    .values({ ...charge, feeMinor: null })
    .execute()
  const asRolled = [
    [0, 0, 0],
    [0, 0, 0],
    [2, 0, 0],
  ]
  expect(await daily('revenue,newPayers,signups')).toEqual(asRolled)

  await kysely.deleteFrom('payments').execute()
  await recordPayments(admin.services, purchase.id)
  for (let round = 0; round < 2; round += 1) {
    expect(await daily('revenue,newPayers,signups')).toEqual([
      [1000, 0, 0],
      [1, 0, 0],
      [2, 0, 0],
    ])
    await rollUpNow()
  }
})

test('a refund and a late fee count on the day of the charge; a read without news removes no day', async () => {
  const { admin, session, today, total } = await openBought()
  const { kysely } = admin.store
  const app = (await admin.store.apps.findById('app_shop'))!
  const purchase = (await admin.store.purchases.findBySession('test', session))!
  await kysely.updateTable('payments').set({ feeMinor: 7 }).execute()
  admin.clock.advance(2 * DAY_MS)
  await rollUp(admin.store, app, 'test', admin.clock.now())
  const days = async () =>
    (await kysely.selectFrom('dailyFigures').select(['name', 'day']).where('day', '!=', '').execute()).map(
      ({ name, day }) => `${name} ${day}`,
    )
  const before = await days()
  expect(before).toEqual(expect.arrayContaining([`fees ${today}`, `newPayers ${today}`, `signups ${today}`]))
  // The provider has another fee than the ledger.
  await recordPayments(admin.services, purchase.id)
  const after = await days()
  expect(after).not.toContain(`fees ${today}`)
  expect(after).toEqual(expect.arrayContaining([`newPayers ${today}`, `signups ${today}`]))
  await rollUp(admin.store, app, 'test', admin.clock.now())
  await recordPayments(admin.services, purchase.id)
  expect((await days()).toSorted()).toEqual(before.toSorted())
  await admin.services.payments.named('test', 'test')?.refund(purchase.externalId ?? '')
  await recordPayments(admin.services, purchase.id)
  // Without a time of its own, it counts when it is read.
  expect(await total('revenue', today)).toEqual([['usd', 1000]])
  const now = dayOf(admin.clock.now(), 'UTC')
  const { figures } = await admin.admin('readFigures', { names: 'revenue', from: today, to: now, step: 'total' })
  expect(figures[0]?.series[0]?.values[0]?.value).toBe(0)
})

test('a payment that comes to light while its day is rolled up is not lost', async () => {
  const { admin, session, today, total } = await openBought()
  const app = (await admin.store.apps.findById('app_shop'))!
  const purchase = (await admin.store.purchases.findBySession('test', session))!
  const charge = await admin.store.kysely.deleteFrom('payments').returningAll().executeTakeFirstOrThrow()
  admin.clock.advance(DAY_MS)
  let isRecorded = false
  const expensiveRead: typeof admin.store.expensiveRead = async (work, limits) => {
    const found = await admin.store.expensiveRead(work, limits)
    // After a figure of the day was read, before it is written.
    if (!isRecorded) {
      isRecorded = true
      await admin.store.kysely.insertInto('payments').values(charge).execute()
      await admin.store.transaction((tx) =>
        forgetPaymentDays(tx, purchase, { at: [charge.at], firstCharge: charge.at }),
      )
    }
    return found
  }
  await rollUp({ ...admin.store, expensiveRead }, app, 'test', admin.clock.now())
  expect(isRecorded).toBe(true)
  expect(await total('revenue', today)).toEqual([['usd', 1000]])
})

test('past purchases are read by the worker, and then count', async () => {
  const { admin, today, total } = await openBought()
  await admin.store.kysely.deleteFrom('payments').execute()
  const purchases = admin.store.kysely.updateTable('purchases').set({ ledgerReadAt: null })
  await purchases.where('mode', '=', 'test').execute()
  const app = (await admin.store.apps.findById('app_shop'))!
  admin.clock.advance(DAY_MS)
  await rollUp(admin.store, app, 'test', admin.clock.now())
  expect(await total('revenue', today)).toEqual([['', 0]])
  const worker = createLedgerWorker(admin.services)
  await worker.drain()
  await worker.stop(0)
  expect(await total('revenue', today)).toEqual([['usd', 1000]])
})

test('the worker rolls up every app in both modes', async () => {
  const { admin, today } = await openBought()
  const worker = createFiguresWorker({ store: admin.store, clock: admin.clock, log: admin.services.log })
  await worker.drain()
  await worker.stop(0)
  const rows = await admin.store.kysely
    .selectFrom('dailyFigures')
    .select(['appId', 'mode', 'value'])
    .where('name', '=', 'revenue')
    .where('day', '=', today)
    .orderBy('value', 'desc')
    .execute()
  expect(rows).toContainEqual({ appId: 'app_shop', mode: 'test', value: 1000 })
  expect(rows).toContainEqual({ appId: 'app_shop', mode: 'live', value: 0 })
})

test('days of the figures are those of the app’s time zone', async () => {
  const admin = await openAdmin({ app: { timeZone: 'Asia/Tokyo' } })
  // Late in the evening of UTC it is the next day there.
  while (dayOf(admin.clock.now(), 'Asia/Tokyo') === dayOf(admin.clock.now(), 'UTC')) admin.clock.advance(DAY_MS / 24)
  await admin.signUp()
  const now = admin.clock.now()
  const day = dayOf(now, 'Asia/Tokyo')
  const read = await admin.admin('readFigures', { names: 'signups', from: day, to: day })
  expect(read).toMatchObject({ zone: 'Asia/Tokyo', figures: [{ series: [{ values: [{ from: day, value: 1 }] }] }] })
})

test('recurring revenue has a twelfth of a yearly price, and nothing of a trial or a failed payment', async () => {
  const yearly = { id: 'prc_year', name: 'Yearly', amountMinor: 12_000, currency: 'usd', active: true, trialDays: 0 }
  const plan = { id: 'pln_year', name: 'Year', description: undefined, active: true, restrictedToAdmin: false }
  const prices = [{ ...yearly, interval: { type: 'YEARLY', count: 1 } as const }]
  const { admin, total } = await openBought('prc_year', { plans: [{ ...plan, redirects: {}, prices }] })
  expect(await total('mrr')).toEqual([['usd', 1000]])
  for (const status of ['TRIALING', 'REQUIRES_PAYMENT', 'CANCELED'] as const) {
    await admin.store.kysely.updateTable('planConnections').set({ status }).execute()
    expect(await total('mrr')).toEqual([['', 0]])
  }
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
