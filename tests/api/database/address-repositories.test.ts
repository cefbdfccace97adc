import { expect, test } from 'vitest'
import { aMemberRow } from './a-member-row'
import { openTestStore } from './open-test-store'
import type { SessionRow } from '../../../api/features/members/repository-sessions'
import type { EmailChangeRow, EmailCodeRow } from '../../../api/features/accounts/repository'

const now = 1_795_000_000_000
const ann = { appId: 'app_demo', mode: 'test', email: 'ann@example.com' } as const

const aCode = (changes: Partial<EmailCodeRow> = {}): EmailCodeRow => ({
  id: 'code_1',
  ...ann,
  purpose: 'login',
  codeDigest: 'digits',
  requestDigest: null,
  linkDigest: null,
  returnUrl: null,
  network: null,
  agent: null,
  triesLeft: 5,
  createdAt: now,
  expiresAt: now + 1000,
  ...changes,
})

const aChange = (changes: Partial<EmailChangeRow> = {}): EmailChangeRow => ({
  id: 'change_1',
  memberId: 'mem_sb_1',
  ...ann,
  linkDigest: 'link_1',
  wordsBefore: null,
  createdAt: now,
  expiresAt: now + 1000,
  ...changes,
})

async function openWithMember() {
  const store = await openTestStore()
  await store.members.insert(aMemberRow())
  return store
}

test('a try answers the code with one try less, and parallel tries share what is left', async () => {
  const store = await openTestStore()
  await store.emailCodes.insert(aCode())
  expect(await store.emailCodes.takeTry(ann, 'login', now)).toEqual(aCode({ triesLeft: 4 }))
  const taken = await Promise.all(Array.from({ length: 20 }, () => store.emailCodes.takeTry(ann, 'login', now)))
  expect(taken.filter(Boolean)).toHaveLength(4)
})

test.for([
  ['another purpose', ann, 'signup', now],
  ['another address', { ...ann, email: 'bob@example.com' }, 'login', now],
  ['another app', { ...ann, appId: 'app_trusttag' }, 'login', now],
  ['the other mode', { ...ann, mode: 'live' }, 'login', now],
  ['the end of its life', ann, 'login', now + 1000],
] as const)('%s has no try at a code', async ([, address, purpose, at]) => {
  const store = await openTestStore()
  await store.emailCodes.insert(aCode())
  expect(await store.emailCodes.takeTry(address, purpose, at)).toBeNull()
})

test('a newer code takes the place of the older one of its purpose only', async () => {
  const store = await openTestStore()
  await store.emailCodes.insert(aCode({ triesLeft: 1 }))
  await store.emailCodes.insert(aCode({ id: 'code_2', purpose: 'signup' }))
  await store.emailCodes.insert(aCode({ id: 'code_3' }))
  expect(await store.emailCodes.takeTry(ann, 'login', now)).toMatchObject({ id: 'code_3', triesLeft: 4 })
  expect(await store.emailCodes.takeTry(ann, 'signup', now)).toMatchObject({ id: 'code_2' })
  expect(await store.emailCodes.consume('code_1')).toBe(false)
})

test('of parallel requests one consumes a code', async () => {
  const store = await openTestStore()
  await store.emailCodes.insert(aCode())
  const consumed = await Promise.all(Array.from({ length: 20 }, () => store.emailCodes.consume('code_1')))
  expect(consumed.filter(Boolean)).toHaveLength(1)
})

test('codes end with their address and with their time', async () => {
  const store = await openTestStore()
  await store.emailCodes.insert(aCode())
  await store.emailCodes.insert(aCode({ id: 'code_2', purpose: 'signup' }))
  await store.emailCodes.insert(aCode({ id: 'code_3', email: 'bob@example.com' }))
  await store.emailCodes.deleteByAddress(ann)
  expect(await store.emailCodes.takeTry(ann, 'signup', now)).toBeNull()
  expect(await store.emailCodes.takeTry({ ...ann, email: 'bob@example.com' }, 'login', now)).not.toBeNull()
  await store.emailCodes.deleteExpired(now + 1000)
  expect(await store.emailCodes.consume('code_3')).toBe(false)
})

test('a change is found by its link, its address and its member until its time is over', async () => {
  const store = await openWithMember()
  await store.emailChanges.insert(aChange())
  await store.emailChanges.insert(aChange({ id: 'change_2', email: 'two@example.com', linkDigest: 'link_2' }))
  expect(await store.emailChanges.findByLink('link_1', now)).toEqual(aChange())
  expect(await store.emailChanges.findByAddress(ann, now)).toEqual(aChange())
  expect(await store.emailChanges.findByAddress({ ...ann, mode: 'live' }, now)).toBeNull()
  expect(await store.emailChanges.findLatest('mem_sb_1', now)).toMatchObject({ id: 'change_2' })
  expect(await store.emailChanges.findByLink('link_1', now + 1000)).toBeNull()
  expect(await store.emailChanges.findByAddress(ann, now + 1000)).toBeNull()
  expect(await store.emailChanges.findLatest('mem_sb_1', now + 1000)).toBeNull()
  await store.emailChanges.deleteExpired(now + 1000)
  expect(await store.emailChanges.findByLink('link_1', now)).toBeNull()
})

test('reverting a change also deletes the later ones, and works once', async () => {
  const store = await openWithMember()
  for (const n of [1, 2, 3]) {
    await store.emailChanges.insert(aChange({ id: `change_${n}`, linkDigest: `link_${n}`, createdAt: now + n }))
  }
  const second = aChange({ id: 'change_2', linkDigest: 'link_2', createdAt: now + 2 })
  const taken = await Promise.all([store.emailChanges.takeBack(second), store.emailChanges.takeBack(second)])
  expect(taken.filter(Boolean)).toHaveLength(1)
  expect(await store.emailChanges.findLatest('mem_sb_1', now)).toMatchObject({ id: 'change_1' })
  await store.members.delete('mem_sb_1')
  expect(await store.emailChanges.findByLink('link_1', now)).toBeNull()
})

test('the words of before the first proof are kept with each change', async () => {
  const store = await openWithMember()
  const words = { customFields: { a: 'b' }, metaData: { c: 1 }, json: { d: [null] } }
  await store.emailChanges.insert(aChange())
  await store.emailChanges.keepWords('mem_sb_1', words)
  await store.emailChanges.insert(aChange({ id: 'change_2', linkDigest: 'link_2', createdAt: now + 1 }))
  await store.emailChanges.keepWords('mem_sb_1', { ...words, json: {} })
  expect(await store.emailChanges.findByLink('link_2', now)).toMatchObject({ wordsBefore: { ...words, json: {} } })
  expect(await store.emailChanges.takeBack(aChange())).toEqual(aChange({ wordsBefore: words }))
})

test('every session but one can be ended', async () => {
  const store = await openWithMember()
  await store.members.insert(aMemberRow({ id: 'mem_sb_2', email: 'bob@example.com' }))
  const aSession = (tokenDigest: string, memberId = 'mem_sb_1'): SessionRow => ({
    tokenDigest,
    memberId,
    appId: 'app_demo',
    mode: 'test',
    deviceId: null,
    sessionId: 'ses_1',
    methods: 'password',
    verifiedAt: now,
    lastSeenAt: now,
    network: null,
    agent: null,
    isFormer: 0,
    createdAt: now,
    expiresAt: now + 1,
  })
  for (const session of [aSession('mine'), aSession('other'), aSession('bob', 'mem_sb_2')]) {
    await store.sessions.insert(session)
  }
  await store.sessions.deleteOthers('mem_sb_1', 'mine')
  const left = await Promise.all(['mine', 'other', 'bob'].map((digest) => store.sessions.find(digest, now)))
  expect(left.map((session) => session?.tokenDigest)).toEqual(['mine', undefined, 'bob'])
})
