import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runSql } from '../../../support/run-sql'
import { pdf } from '../../../support/sample-files'
import { startWithHolders } from '../../../support/tag-holders'
import type { Holder, TagHolders } from '../../../support/tag-holders'

let api: TagHolders
let holder: Holder
let tagId: string
/** Added before the issue, and after it. */
let [sealed, late]: [string, string] = ['', '']

beforeAll(async () => {
  api = await startWithHolders()
  holder = await api.join()
  const attemptId = await api.pass(holder, 'Cook')
  sealed = await upload(attemptId, 'my kitchen.pdf', 6_000)
  await api.give(holder)
  const issued = { attemptId, holderName: 'Ada Lovelace', visibility: 'LINK' } as const
  tagId = (await api.call('issueTag', issued, holder.how)).data.trustTagId
  late = await upload(attemptId, 'later.pdf', 7_000)
})
afterAll(() => api.close())

async function upload(attemptId: string, name: string, bytes: number): Promise<string> {
  const content = new Uint8Array(pdf(bytes))
  const sent = { attemptId, name, type: 'application/pdf', sizeBytes: content.length }
  const { id } = (await api.call('startWorkSample', sent, holder.how)).data
  await api.call('sendWorkSample', { sampleId: id, offset: '0', content }, holder.how)
  return id
}

const show = (sampleIds: string[], how = holder.how) => api.call('showTagSamples', { tagId, sampleIds }, how)
const shown = async () => (await api.call('verifyTag', { tagId }, {})).data.samples
const open = (id: string) => api.request(`/trusttag/tags/${tagId}/samples/${id}`)

test('the holder picks what checkers see; nothing is shown before', async () => {
  expect(await shown()).toEqual([])
  expect((await open(sealed)).status).toBe(404)
  expect((await api.call('listTagSamples', { tagId }, holder.how)).data.samples).toMatchObject([
    { id: sealed, name: 'my kitchen.pdf', isSealed: true, isShown: false },
    { id: late, isSealed: false, isShown: false },
  ])
  expect((await show([sealed])).data.samples.map(({ isShown }) => isShown)).toEqual([true, false])
  const [sample] = await shown()
  expect(sample).toMatchObject({ type: 'application/pdf', isSealed: true })
  expect(JSON.stringify(sample)).not.toContain('my kitchen')

  const answer = await api.request(new URL(sample!.url).pathname)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sample!.digest)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  expect((await open(late)).status).toBe(404)
})

test('a file that was added after the issue is not sealed', async () => {
  await show([sealed, late])
  expect((await shown()).map(({ isSealed }) => isSealed)).toEqual([true, false])
  await show([])
  expect(await shown()).toEqual([])
  expect((await open(sealed)).status).toBe(404)
})

test('only the holder picks, and only files of the attempt', async () => {
  const other = await api.join()
  expect((await show([sealed], other.how)).body.code).toBe('tag-not-found')
  expect((await show(['smp_other'])).body.code).toBe('work-sample-not-found')
  expect(await shown()).toEqual([])
})

test('nothing of a private TrustTag is shown, nor of an altered one', async () => {
  await show([sealed])
  await api.call('updateTag', { tagId, visibility: 'PRIVATE' }, holder.how)
  expect((await open(sealed)).status).toBe(404)
  await api.call('updateTag', { tagId, visibility: 'LINK' }, holder.how)
  expect((await open(sealed)).status).toBe(200)
  runSql(api.folder, `update tag_credentials set credential = replace(credential, 'Lovelace', 'Lovelaze')`)
  expect((await open(sealed)).status).toBe(404)
  expect(await shown()).toEqual([])
})

test('a deleted file is no longer shown', async () => {
  await api.call('deleteWorkSample', { sampleId: sealed }, holder.how)
  expect((await open(sealed)).status).toBe(404)
})
