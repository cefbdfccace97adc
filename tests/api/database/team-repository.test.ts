import { expect, test } from 'vitest'
import { UniqueConstraintError } from '../../../api/lib/errors'
import type { Store } from '../../support/repositories'
import { aMemberRow } from './a-member-row'
import { aConnectionPurchase, aConnectionRow, aPurchaseRow } from './a-purchase-row'
import { openTestStore } from './open-test-store'
import type { TeamRow } from '../../../api/features/plans/repository'

const now = 1_795_000_000_000

const team: TeamRow = {
  id: 'team_1',
  appId: 'app_demo',
  mode: 'test',
  ownerId: 'mem_sb_1',
  connectionId: 'con_1',
  inviteToken: 'token',
  createdAt: now,
}
const connection = aConnectionRow({ planId: 'pln_team', priceId: 'prc_team-monthly', purchase: aConnectionPurchase() })

/** A team with its owner, and three others without a team. */
async function open() {
  const store = await openTestStore()
  await store.members.insert(aMemberRow())
  for (const n of [2, 3, 4]) await store.members.insert(aMemberRow({ id: `mem_sb_${n}`, email: `${n}@example.com` }))
  await store.purchases.insert(aPurchaseRow())
  await store.planConnections.insert(connection)
  await store.teams.insert(team)
  const add = (n: number, joinedAt = now + n) =>
    store.teams.addMember({ teamId: 'team_1', memberId: `mem_sb_${n}`, role: 'MEMBER', joinedAt })
  return { store, teams: store.teams, add }
}

test('a team comes back as it was stored, by each of its names, with its owner in it', async () => {
  const { teams } = await open()
  expect(await teams.find('team_1')).toEqual(team)
  expect(await teams.findByInviteToken('token')).toEqual(team)
  expect(await teams.findByConnection('con_1')).toEqual(team)
  expect(await teams.lock('team_1')).toEqual(team)
  expect(await teams.countMembers('team_1')).toBe(1)
  expect(await teams.listByMember('mem_sb_1')).toEqual([{ team, role: 'OWNER', connection }])
})

test.for(['team_2', '', 'TOKEN', 'token\u0000', 'a\u0000b'])('nothing is found by %j', async (name) => {
  const { teams } = await open()
  expect([await teams.find(name), await teams.findByInviteToken(name), await teams.findByConnection(name)]).toEqual([
    null,
    null,
    null,
  ])
})

test('its people come with the owner first, then as they joined', async () => {
  const { store, teams, add } = await open()
  await add(4, now - 5)
  await add(2, now + 9)
  await add(3, now + 9)
  await store.members.update('mem_sb_3', { profileImage: 'files/3.webp' })
  expect(await teams.listPeople('team_1')).toEqual([
    { memberId: 'mem_sb_1', role: 'OWNER', email: 'ann@example.com', profileImage: null },
    { memberId: 'mem_sb_4', role: 'MEMBER', email: '4@example.com', profileImage: null },
    { memberId: 'mem_sb_2', role: 'MEMBER', email: '2@example.com', profileImage: null },
    { memberId: 'mem_sb_3', role: 'MEMBER', email: '3@example.com', profileImage: 'files/3.webp' },
  ])
  expect(await teams.countMembers('team_1')).toBe(4)
})

test('a member is in a team only once; leaving a second time reports it', async () => {
  const { teams, add } = await open()
  await add(2)
  await expect(add(2)).rejects.toBeInstanceOf(UniqueConstraintError)
  expect([await teams.removeMember('team_1', 'mem_sb_2'), await teams.removeMember('team_1', 'mem_sb_2')]).toEqual([
    true,
    false,
  ])
  expect(await teams.removeMember('team_2', 'mem_sb_1')).toBe(false)
  expect(await teams.listByMember('mem_sb_2')).toEqual([])
})

test('the teams of a member come as they joined them, each with its owner’s connection', async () => {
  const { store, teams, add } = await open()
  const own = aConnectionRow({ id: 'con_2', memberId: 'mem_sb_2', planId: 'pln_team' })
  await store.planConnections.insert(own)
  const second = { ...team, id: 'team_0', ownerId: 'mem_sb_2', connectionId: 'con_2', inviteToken: 'other' }
  await teams.insert({ ...second, createdAt: now + 1 })
  await add(2, now + 2)
  expect(await teams.listByMember('mem_sb_2')).toEqual([
    { team: { ...second, createdAt: now + 1 }, role: 'OWNER', connection: own },
    { team, role: 'MEMBER', connection },
  ])
})

test('a new invite token replaces the previous one', async () => {
  const { teams } = await open()
  await teams.setInviteToken('team_1', 'newer')
  expect(await teams.findByInviteToken('token')).toBeNull()
  expect(await teams.findByInviteToken('newer')).toEqual({ ...team, inviteToken: 'newer' })
})

test('a connection has one team, and a token leads to one', async () => {
  const { store, teams } = await open()
  await expect(teams.insert({ ...team, id: 'team_2', inviteToken: 'x' })).rejects.toBeInstanceOf(UniqueConstraintError)
  await store.planConnections.insert(aConnectionRow({ id: 'con_2' }))
  const same = { ...team, id: 'team_2', connectionId: 'con_2' }
  await expect(teams.insert(same)).rejects.toBeInstanceOf(UniqueConstraintError)
})

test.for<[string, (store: Store) => Promise<void>]>([
  ['it is deleted', (store) => store.teams.delete('team_1')],
  ['its owner is', (store) => store.members.delete('mem_sb_1')],
  ['its connection is', (store) => store.planConnections.delete('con_1')],
])('the team has no members left once %s', async ([, remove]) => {
  const { store, teams, add } = await open()
  await add(2)
  await remove(store)
  expect(await teams.find('team_1')).toBeNull()
  expect(await teams.lock('team_1')).toBeNull()
  expect(await teams.listByMember('mem_sb_2')).toEqual([])
  expect(await teams.countMembers('team_1')).toBe(0)
  expect(await store.members.findById('mem_sb_2')).not.toBeNull()
})

test('a member who is deleted leaves the team', async () => {
  const { store, teams, add } = await open()
  await add(2)
  await store.members.delete('mem_sb_2')
  expect(await teams.countMembers('team_1')).toBe(1)
})
