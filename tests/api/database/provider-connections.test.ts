import { expect, test } from 'vitest'
import { UniqueConstraintError } from '../../../api/lib/errors'
import type { Store } from '../../support/repositories'
import { allMembers } from '../../support/all-members'
import { aMemberRow } from './a-member-row'
import { answer, connection, consent, flow, now, openWithRows, owner } from './a-provider-flow'

const other = aMemberRow({ id: 'mem_sb_2', email: 'bob@example.com' })
const account = { ...owner, provider: 'google', subject: 'subject-1' }

test('an account is found in its app, mode and provider alone', async () => {
  const { providerConnections } = await openWithRows()
  expect(await providerConnections.find(account)).toEqual(connection)
  for (const place of [
    { appId: 'app_trusttag' },
    { mode: 'live' as const },
    { provider: 'github' },
    { subject: 'x' },
  ]) {
    expect(await providerConnections.find({ ...account, ...place })).toBeNull()
  }
})

test('an account is one member’s, and a member has one of each provider', async () => {
  const store = await openWithRows()
  await store.members.insert(other)
  const { providerConnections } = store
  const insert = (changes: object) => providerConnections.insert({ ...connection, ...changes })
  await expect(insert({ memberId: other.id })).rejects.toBeInstanceOf(UniqueConstraintError)
  await expect(insert({ subject: 'subject-2' })).rejects.toBeInstanceOf(UniqueConstraintError)
  await insert({ memberId: other.id, subject: 'subject-2' })
  await insert({ provider: 'github' })
})

test('a member carries the providers in the order in which they were connected, wherever it is read', async () => {
  const store = await openWithRows()
  await store.members.insert(other)
  for (const [provider, later] of [
    ['spotify', 3],
    ['dribbble', 1],
    ['acme-2', 2],
    ['github', 2],
  ] as const) {
    await store.providerConnections.insert({ ...connection, provider, subject: provider, createdAt: now + later })
  }
  const expected = ['google', 'dribbble', 'acme-2', 'github', 'spotify']
  expect((await store.providerConnections.listByMember('mem_sb_1')).map(({ provider }) => provider)).toEqual(expected)
  expect((await store.members.findById('mem_sb_1'))?.providers).toEqual(expected)
  expect((await store.members.findByEmail('app_demo', 'test', 'ann@example.com'))?.providers).toEqual(expected)
  expect((await store.members.lock('mem_sb_1'))?.providers).toEqual(expected)
  const listed = await allMembers(store)
  expect(Object.fromEntries(listed.map(({ id, providers }) => [id, providers]))).toEqual({
    mem_sb_1: expected,
    mem_sb_2: [],
  })
})

test('it is removed by provider or with all of the member’s connections, and other members keep theirs', async () => {
  const { providerConnections, members } = await openWithRows()
  await members.insert(other)
  const bobs = { ...connection, memberId: other.id, subject: 'subject-2' }
  await providerConnections.insert(bobs)
  expect(await providerConnections.delete('mem_sb_1', 'github')).toBe(false)
  expect(await providerConnections.delete('mem_sb_1', 'google')).toBe(true)
  expect(await providerConnections.find(account)).toBeNull()
  await providerConnections.insert({ ...connection, provider: 'github' })
  await providerConnections.deleteByMember('mem_sb_1')
  expect(await providerConnections.listByMember('mem_sb_1')).toEqual([])
  expect(await providerConnections.listByMember(other.id)).toEqual([bobs])
})

const left = async (store: Store) => ({
  connection: (await store.providerConnections.find(account)) !== null,
  flow: (await store.providerFlows.consume(flow, now)) !== null,
  answer: (await store.providerAnswers.consume(answer, now)) !== null,
  ticket: (await store.connectTickets.consume('ticket', owner, now)) !== null,
  consent: (await store.testConsents.consume(consent.codeDigest, now)) !== null,
})

test.for([
  ['the member', (store: Store) => store.members.delete('mem_sb_1'), { consent: true }],
  [
    'the session',
    (store: Store) => store.sessions.delete('session'),
    { connection: true, answer: true, consent: true },
  ],
  [
    'the member’s answers',
    (store: Store) => store.providerAnswers.deleteByMember('mem_sb_1'),
    { connection: true, flow: true, ticket: true, consent: true },
  ],
  [
    'another member',
    (store: Store) => store.members.delete('mem_sb_2'),
    { connection: true, flow: true, answer: true, ticket: true, consent: true },
  ],
] as const)('what hangs on it goes with %s', async ([, remove, stays]) => {
  const store = await openWithRows()
  await store.members.insert(other)
  await remove(store)
  const gone = { connection: false, flow: false, answer: false, ticket: false, consent: false }
  expect(await left(store)).toEqual({ ...gone, ...stays })
})

test('a provider identity belongs to no member yet', async () => {
  const store = await openWithRows()
  const anybodys = { ...flow, stateDigest: 'second', flow: 'login', memberId: null, sessionDigest: null } as const
  const bare = { ...anybodys, openerState: null, returnUrl: null, challenge: null }
  await store.providerFlows.insert(bare)
  await store.members.delete('mem_sb_1')
  expect(await store.providerFlows.consume(bare, now)).toEqual(bare)
})
