import { expect, test } from 'vitest'
import { toConnection } from '../../../api/features/plans/repository'
import { aMemberRow } from './a-member-row'
import { aConnectionPurchase, aConnectionRow, aPurchaseRow } from './a-purchase-row'
import { openTestStore } from './open-test-store'

const NOW = 1_795_000_000_000

async function openWithSession() {
  const store = await openTestStore()
  await store.members.insert(aMemberRow({ profileImage: 'https://pictures.example/me.png', verified: true }))
  await store.sessions.insert({
    tokenDigest: 'digest',
    memberId: 'mem_sb_1',
    appId: 'app_demo',
    mode: 'test',
    deviceId: null,
    createdAt: NOW,
    expiresAt: NOW + 1_000,
  })
  return store
}

test('the caller of a session is the member as they are read elsewhere, with app and mode of the session', async () => {
  const store = await openWithSession()
  const provider = {
    memberId: 'mem_sb_1',
    appId: 'app_demo',
    mode: 'test' as const,
    createdAt: NOW,
    subject: 'ann',
    deviceId: null,
  }
  await store.providerConnections.insert({ ...provider, provider: 'google' })
  await store.members.noteLogin('mem_sb_1', NOW)
  expect(await store.sessions.findCaller('digest', NOW)).toEqual({
    appId: 'app_demo',
    mode: 'test',
    member: await store.members.findById('mem_sb_1'),
    plans: { connections: [], hasTeams: false, hasPurchases: false },
    isFormer: false,
  })
})

test('their connections come with them as they are listed elsewhere, free and paid, in the same order', async () => {
  const store = await openWithSession()
  await store.purchases.insert(aPurchaseRow())
  const paid = aConnectionRow({ priceId: 'prc_pro-monthly', status: 'TRIALING', purchase: aConnectionPurchase() })
  const free = aConnectionRow({ id: 'con_0', planId: 'pln_free', createdAt: paid.createdAt + 1 })
  for (const row of [free, paid]) await store.planConnections.insert(row)
  const { plans } = (await store.sessions.findCaller('digest', NOW)) ?? {}
  expect(plans).toMatchObject({ hasTeams: false, hasPurchases: true })
  const connections = plans?.connections.map(toConnection)
  expect(connections).toEqual([paid, free])
  expect(connections).toEqual(await store.planConnections.listByMember('mem_sb_1'))
})

test('a change shows at once: nothing of a member or of their session is remembered', async () => {
  const store = await openWithSession()
  await store.sessions.findCaller('digest', NOW)
  await store.members.update('mem_sb_1', { email: 'new@example.com', json: { changed: true } })
  expect(await store.sessions.findCaller('digest', NOW)).toMatchObject({
    member: { email: 'new@example.com', json: { changed: true } },
  })
  await store.sessions.delete('digest')
  expect(await store.sessions.findCaller('digest', NOW)).toBeNull()
})

test('there is no caller for a session that is over, or unknown', async () => {
  const store = await openWithSession()
  expect(await store.sessions.findCaller('digest', NOW + 1_000)).toBeNull()
  expect(await store.sessions.findCaller('other', NOW)).toBeNull()
})
