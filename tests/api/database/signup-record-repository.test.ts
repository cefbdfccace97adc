import { expect, test } from 'vitest'
import { aMemberRow } from './a-member-row'
import { openTestStore } from './open-test-store'
import type { PageCursor } from '../../../api/database/sql'
import type { SignupRecordRow } from '../../../api/features/accounts/repository'

const now = 1_795_000_000_000

const aRecord = (changes: Partial<SignupRecordRow> = {}): SignupRecordRow => ({
  id: 'sup_1',
  appId: 'app_demo',
  mode: 'test',
  memberId: 'mem_sb_1',
  email: 'ann@example.com',
  customFields: { 'first-name': 'Ann', newsletter: true, age: 41, note: null },
  createdAt: now,
  ...changes,
})

async function openWithMembers(...numbers: number[]) {
  const store = await openTestStore()
  for (const n of numbers) await store.members.insert(aMemberRow({ id: `mem_sb_${n}`, email: `${n}@example.com` }))
  return store
}

test('a record is read as it was written', async () => {
  const store = await openWithMembers(1)
  await store.signupRecords.insert(aRecord())
  expect(await store.signupRecords.list('app_demo', 'test', 10, null)).toEqual([aRecord()])
})

test('records are listed newest first, page by page, and none is left out or told twice', async () => {
  const store = await openWithMembers(1, 2, 3, 4, 5)
  // Three of the same moment, across the end of a page.
  const times = { 1: now, 2: now + 1, 3: now + 1, 4: now + 1, 5: now + 2 }
  for (const [n, createdAt] of Object.entries(times)) {
    await store.signupRecords.insert(aRecord({ id: `sup_${n}`, memberId: `mem_sb_${n}`, createdAt }))
  }
  const pages: string[][] = []
  let before: PageCursor | null = null
  do {
    const page = await store.signupRecords.list('app_demo', 'test', 2, before)
    pages.push(page.map(({ id }) => id))
    const last: SignupRecordRow | undefined = page.at(-1)
    before = last ? { at: last.createdAt, id: last.id } : null
  } while (before)
  expect(pages).toEqual([['sup_5', 'sup_4'], ['sup_3', 'sup_2'], ['sup_1'], []])
})

test('an app sees its own records, and each mode its own', async () => {
  const store = await openWithMembers(1, 2, 3)
  await store.signupRecords.insert(aRecord())
  await store.signupRecords.insert(aRecord({ id: 'sup_2', memberId: 'mem_sb_2', mode: 'live' }))
  await store.signupRecords.insert(aRecord({ id: 'sup_3', memberId: 'mem_sb_3', appId: 'app_trusttag' }))
  const listed = async (appId: string, mode: 'test' | 'live') =>
    (await store.signupRecords.list(appId, mode, 10, null)).map(({ id }) => id)
  expect(await listed('app_demo', 'test')).toEqual(['sup_1'])
  expect(await listed('app_demo', 'live')).toEqual(['sup_2'])
  expect(await listed('app_trusttag', 'test')).toEqual(['sup_3'])
})

test('a record belongs to a member who exists, and there is one for each', async () => {
  const store = await openWithMembers(1)
  await store.signupRecords.insert(aRecord())
  await expect(store.signupRecords.insert(aRecord({ id: 'sup_2' }))).rejects.toThrow()
  await expect(store.signupRecords.insert(aRecord({ id: 'sup_3', memberId: 'mem_sb_9' }))).rejects.toThrow()
})

test('a record goes with its member, or alone, and leaves those of others', async () => {
  const store = await openWithMembers(1, 2, 3)
  for (const n of [1, 2, 3]) {
    await store.signupRecords.insert(aRecord({ id: `sup_${n}`, memberId: `mem_sb_${n}` }))
  }
  await store.members.delete('mem_sb_1')
  await store.signupRecords.deleteByMember('mem_sb_2')
  const left = await store.signupRecords.list('app_demo', 'test', 10, null)
  expect(left.map(({ id }) => id)).toEqual(['sup_3'])
  expect(await store.members.findById('mem_sb_2')).not.toBeNull()
})
