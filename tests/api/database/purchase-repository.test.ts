import { expect, test } from 'vitest'
import { UniqueConstraintError } from '../../../api/lib/errors'
import { aMemberRow } from './a-member-row'
import { aConnectionPurchase, aConnectionRow, aPurchaseRow } from './a-purchase-row'
import { openTestStore } from './open-test-store'
import type { PurchaseRow } from '../../../api/features/payments/repository'

const now = aPurchaseRow().createdAt

async function open(...rows: PurchaseRow[]) {
  const store = await openTestStore()
  await store.members.insert(aMemberRow())
  for (const row of rows) await store.purchases.insert(row)
  return { store, purchases: store.purchases }
}

const another = (n: number, changes: Partial<PurchaseRow> = {}) =>
  aPurchaseRow({ id: `pur_${n}`, sessionId: `ses_${n}`, externalId: `sub_${n}`, createdAt: now + n, ...changes })

test('a purchase comes back as it was stored, by each of its names', async () => {
  const { purchases } = await open(aPurchaseRow())
  expect(await purchases.find('pur_1')).toEqual(aPurchaseRow())
  expect(await purchases.findBySession('test', 'ses_1')).toEqual(aPurchaseRow())
  expect(await purchases.findByExternalId('test', 'sub_1')).toEqual(aPurchaseRow())
  expect(await purchases.find('pur_2')).toBeNull()
  expect(await purchases.findBySession('stripe', 'ses_1')).toBeNull()
  expect(await purchases.findByExternalId('stripe', 'sub_1')).toBeNull()
})

test('a provider’s IDs lead to one purchase; purchases without an ID do not conflict', async () => {
  const { purchases } = await open(aPurchaseRow())
  for (const taken of [{ sessionId: 'ses_1' }, { externalId: 'sub_1' }]) {
    await expect(purchases.insert(another(2, taken))).rejects.toBeInstanceOf(UniqueConstraintError)
  }
  await purchases.insert(another(3, { sessionId: 'ses_1', externalId: 'sub_1', provider: 'stripe' }))
  await purchases.insert(another(4, { sessionId: null, externalId: null }))
  await purchases.insert(another(5, { sessionId: null, externalId: null }))
})

test('what is named changes, the rest stays', async () => {
  const { purchases } = await open(aPurchaseRow(), another(2))
  await purchases.update('pur_1', {})
  expect(await purchases.find('pur_1')).toEqual(aPurchaseRow())
  await purchases.update('pur_1', { status: 'REFUNDED', lastReadAt: now })
  expect(await purchases.find('pur_1')).toEqual(aPurchaseRow({ status: 'REFUNDED', lastReadAt: now }))
  expect(await purchases.find('pur_2')).toEqual(another(2))
})

test('reads that begin at the same moment have numbers of their own', async () => {
  const { purchases } = await open(aPurchaseRow())
  const tickets = await Promise.all(Array.from({ length: 20 }, () => purchases.beginRead('pur_1')))
  expect(tickets.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
  expect(await purchases.beginRead('pur_2')).toBeNull()
})

test('those of a member come oldest first, and go with the member and their connections', async () => {
  const { store, purchases } = await open(another(3), another(2))
  await store.planConnections.insert(aConnectionRow({ purchase: aConnectionPurchase({ id: 'pur_2' }) }))
  expect((await purchases.listByMember('mem_sb_1')).map(({ id }) => id)).toEqual(['pur_2', 'pur_3'])
  await store.members.delete('mem_sb_1')
  expect(await purchases.listByMember('mem_sb_1')).toEqual([])
  expect(await store.planConnections.findByPurchase('pur_2')).toBeNull()
})

test('places that are being paid for are those of people with a purchase that can still be paid, but the asker’s', async () => {
  const { store, purchases } = await open()
  await store.members.insert(aMemberRow({ id: 'mem_sb_2', email: 'ben@example.com' }))
  const rows = [
    another(1, { status: 'OPEN' }),
    another(2, { status: 'OPEN', memberId: 'mem_sb_2', expiresAt: now + 1001 }),
    another(7, { status: 'OPEN', memberId: 'mem_sb_2', expiresAt: now + 1001 }),
    another(3, { status: 'PAID' }),
    another(4, { status: 'OPEN', planId: 'pln_team' }),
    another(5, { status: 'OPEN', mode: 'live' }),
    another(6, { status: 'OPEN', appId: 'app_trusttag' }),
  ]
  for (const row of rows) await purchases.insert(row)
  const count = (time: number, besides = 'mem_sb_3') =>
    purchases.countOpenByPlan('app_demo', 'test', 'pln_pro', time, besides)
  expect([await count(now), await count(now + 1000), await count(now + 1001)]).toEqual([2, 1, 0])
  expect(await count(now, 'mem_sb_2')).toBe(1)
})

test('to be looked up are those with something left to do, and paid ones whose time has come', async () => {
  const read = { lastReadAt: now }
  const { store, purchases } = await open(
    another(1, { status: 'OPEN' }),
    another(2, { status: 'REPLACING', ...read }),
    another(3, { status: 'DUPLICATE', ...read }),
    another(4, { status: 'EXPIRED', ...read }),
    another(5, { status: 'REFUNDED', ...read }),
    another(6, read),
    another(7, read),
    another(8, read),
  )
  const hold = (n: number, billing: Parameters<typeof aConnectionPurchase>[0]) =>
    store.planConnections.insert(
      aConnectionRow({
        id: `con_${n}`,
        planId: `pln_${n}`,
        purchase: aConnectionPurchase({ id: `pur_${n}`, ...billing }),
      }),
    )
  await hold(6, { nextBillingAt: now + 10 })
  await hold(7, { nextBillingAt: null, cancelAt: now + 20 })
  await hold(8, { nextBillingAt: null })
  const due = (time: number, staleBefore: number, limit = 99) => purchases.listDue(time, staleBefore, limit)
  expect(await due(now + 10, now + 1)).toEqual(['pur_1', 'pur_2', 'pur_3'])
  expect(await due(now + 11, now + 1)).toEqual(['pur_1', 'pur_2', 'pur_3', 'pur_6'])
  expect(await due(now + 21, now + 1)).toEqual(['pur_1', 'pur_2', 'pur_3', 'pur_6', 'pur_7'])
  expect(await due(now + 21, now)).toEqual(['pur_1', 'pur_2', 'pur_3'])
  expect(await due(now + 21, now + 1, 2)).toEqual(['pur_1', 'pur_2'])
})

test('an event of a provider is new once', async () => {
  const { store } = await open()
  const { paymentEvents } = store
  const event = { provider: 'stripe', eventId: 'evt_1', receivedAt: now } as const
  const results = await Promise.all(Array.from({ length: 5 }, () => paymentEvents.insert(event)))
  expect(results.filter(Boolean)).toHaveLength(1)
  expect(await paymentEvents.insert({ ...event, provider: 'test' })).toBe(true)
  expect(await paymentEvents.has('stripe', 'evt_1')).toBe(true)
  expect(await paymentEvents.has('stripe', 'evt_2')).toBe(false)
  await paymentEvents.deleteBefore(now)
  expect(await paymentEvents.insert(event)).toBe(false)
  await paymentEvents.deleteBefore(now + 1)
  expect(await paymentEvents.insert(event)).toBe(true)
})
