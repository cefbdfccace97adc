import { expect, test } from 'vitest'
import { UniqueConstraintError } from '../../../api/lib/errors'
import { aMemberRow } from './a-member-row'
import { aConnectionPurchase, aConnectionRow, aPurchaseRow } from './a-purchase-row'
import { openTestStore } from './open-test-store'

async function open() {
  const store = await openTestStore()
  await store.members.insert(aMemberRow())
  await store.purchases.insert(aPurchaseRow())
  return { store, connections: store.planConnections }
}

test('free and paid ones come back as they were stored, in the order in which they came', async () => {
  const { connections } = await open()
  const paid = aConnectionRow({ priceId: 'prc_pro-monthly', status: 'TRIALING', purchase: aConnectionPurchase() })
  const free = aConnectionRow({ id: 'con_0', planId: 'pln_free', createdAt: paid.createdAt + 1 })
  await connections.insert(free)
  await connections.insert(paid)
  expect(await connections.listByMember('mem_sb_1')).toEqual([paid, free])
  expect(await connections.listByMember('mem_sb_2')).toEqual([])
  expect(await connections.findByPurchase('pur_1')).toEqual(paid)
  expect(await connections.findByPurchase('pur_2')).toBeNull()
})

test('one without any dates, and one of nothing to pay, come back so', async () => {
  const { connections } = await open()
  const purchase = aConnectionPurchase({ amountMinor: 0, lastBilledAt: null, nextBillingAt: null, cancelAt: 7 })
  await connections.insert(aConnectionRow({ purchase }))
  expect((await connections.findByPurchase('pur_1'))?.purchase).toEqual(purchase)
})

test('one takes the place of another with its id, paid and free again', async () => {
  const { connections } = await open()
  const [free, paid] = [aConnectionRow(), aConnectionRow({ priceId: 'prc_x', purchase: aConnectionPurchase() })]
  const other = aConnectionRow({ id: 'con_2', planId: 'pln_free' })
  for (const row of [free, other]) await connections.insert(row)
  await connections.replace(paid)
  expect(await connections.listByMember('mem_sb_1')).toEqual([paid, other])
  await connections.replace({ ...free, status: 'CANCELED', planId: 'pln_team' })
  expect(await connections.listByMember('mem_sb_1')).toEqual([
    { ...free, status: 'CANCELED', planId: 'pln_team' },
    other,
  ])
  expect(await connections.findByPurchase('pur_1')).toBeNull()
})

test('a member has a plan once, and a purchase pays for one connection', async () => {
  const { connections } = await open()
  await connections.insert(aConnectionRow({ purchase: aConnectionPurchase() }))
  await expect(connections.insert(aConnectionRow({ id: 'con_2' }))).rejects.toBeInstanceOf(UniqueConstraintError)
  const other = aConnectionRow({ id: 'con_2', planId: 'pln_free', purchase: aConnectionPurchase() })
  await expect(connections.insert(other)).rejects.toBeInstanceOf(UniqueConstraintError)
})

test('one goes alone', async () => {
  const { connections } = await open()
  await connections.insert(aConnectionRow())
  await connections.insert(aConnectionRow({ id: 'con_2', planId: 'pln_free' }))
  await connections.delete('con_1')
  expect(await connections.listByMember('mem_sb_1')).toMatchObject([{ id: 'con_2' }])
})

test('all connections of a plan in one app and mode are counted, except cancelled ones', async () => {
  const { store, connections } = await open()
  const others = [
    aMemberRow({ id: 'mem_2', mode: 'live' }),
    aMemberRow({ id: 'mem_sb_3', appId: 'app_trusttag' }),
    aMemberRow({ id: 'mem_sb_4', email: '4@example.com' }),
    aMemberRow({ id: 'mem_sb_5', email: '5@example.com' }),
  ]
  for (const member of others) await store.members.insert(member)
  const statuses = { mem_sb_1: 'ACTIVE', mem_2: 'ACTIVE', mem_sb_3: 'ACTIVE', mem_sb_4: 'REQUIRES_PAYMENT' } as const
  for (const [memberId, status] of Object.entries(statuses)) {
    await connections.insert(aConnectionRow({ id: `con_${memberId}`, memberId, status }))
  }
  await connections.insert(aConnectionRow({ id: 'con_x', memberId: 'mem_sb_5', status: 'CANCELED' }))
  await connections.insert(aConnectionRow({ id: 'con_y', planId: 'pln_free' }))
  expect(await connections.countByPlan('app_demo', 'test', 'pln_pro')).toBe(2)
  expect(await connections.countByPlan('app_demo', 'live', 'pln_pro')).toBe(1)
  expect(await connections.countByPlan('app_trusttag', 'test', 'pln_pro')).toBe(1)
  expect(await connections.countByPlan('app_demo', 'test', 'pln_team')).toBe(0)
})
