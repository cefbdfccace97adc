import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Store } from '../../support/repositories'
import { tempFolder } from '../../support/temp-folder'
import { aMemberRow } from './a-member-row'
import { openTestStore } from './open-test-store'
import type { MemberTicketRow } from '../../../api/features/accounts/repository-sign-in'

const now = 1_795_000_000_000
const owner = { appId: 'app_demo', mode: 'test' } as const
const ticket: MemberTicketRow = {
  ticketDigest: 'ticket',
  memberId: 'mem_sb_1',
  sessionDigest: 'session',
  ...owner,
  createdAt: now,
  expiresAt: now + 1000,
}

async function openWithTicket(file?: string): Promise<Store> {
  const store = await openTestStore(file)
  await store.members.insert(aMemberRow())
  const session = {
    tokenDigest: 'session',
    memberId: 'mem_sb_1',
    ...owner,
    deviceId: null,
    createdAt: now,
    expiresAt: now + 5000,
  }
  await store.sessions.insert(session)
  await store.memberTickets.insert(ticket)
  return store
}

test('a ticket comes back as it was stored, once, where and while it counts', async () => {
  const { memberTickets } = await openWithTicket()
  expect(await memberTickets.consume('ticket', owner, now + 1000)).toBeNull()
  expect(await memberTickets.consume('ticket', { ...owner, mode: 'live' }, now)).toBeNull()
  expect(await memberTickets.consume('ticket', { ...owner, appId: 'app_trusttag' }, now)).toBeNull()
  expect(await memberTickets.consume('other', owner, now)).toBeNull()
  expect(await memberTickets.consume('ticket', owner, now)).toEqual(ticket)
  expect(await memberTickets.consume('ticket', owner, now)).toBeNull()
})

test('of two processes with one file only one gets it', async () => {
  const file = join(tempFolder(), 'membership.db')
  const [one, other] = [await openWithTicket(file), await openTestStore(file)]
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 ? one : other).memberTickets.consume('ticket', owner, now)),
  )
  expect(results.filter((result) => result !== null)).toEqual([ticket])
})

test.for([
  ['its session', (store: Store) => store.sessions.delete('session')],
  ['its member', (store: Store) => store.members.delete('mem_sb_1')],
  ['all of the member’s', (store: Store) => store.memberTickets.deleteByMember('mem_sb_1')],
  ['the expired ones', (store: Store) => store.memberTickets.deleteExpired(now + 1000)],
] as const)('it goes with %s', async ([, remove]) => {
  const store = await openWithTicket()
  await remove(store)
  expect(await store.memberTickets.consume('ticket', owner, now)).toBeNull()
})

test('it stays when others go', async () => {
  const store = await openWithTicket()
  await store.memberTickets.deleteExpired(now + 999)
  await store.memberTickets.deleteByMember('mem_sb_2')
  await store.sessions.deleteOthers('mem_sb_1', 'session')
  expect(await store.memberTickets.consume('ticket', owner, now)).toEqual(ticket)
})
