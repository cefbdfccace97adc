import { afterAll, beforeAll, expect, test } from 'vitest'
import { revokeTag } from '../../../../api/features/tags/revoke'
import { startWithHolders, TRUSTTAG } from '../../../support/tag-holders'
import type { TagHolders } from '../../../support/tag-holders'

let api: TagHolders

beforeAll(async () => {
  api = await startWithHolders()
})
afterAll(() => api.close())

/** What stays on purpose: the owner's actions, and the fake mails and bank of a test machine. */
const STAYS = new Set(['audit_log', 'mailbox', 'test_checkouts', 'test_customers'])

test('a deleted account leaves no row with its name, address, IDs or files', async () => {
  const holder = await api.join({ 'first-name': 'Ottoline', profession: 'Glassblower' })
  await api.store.members.update(holder.id, { verified: true })
  await api.call('claimFreeTag', {}, holder.how)
  const attemptId = await api.pass(holder)
  const { data } = await api.call('issueTag', { attemptId, holderName: 'Ottoline Morrell' }, holder.how)
  await api.call('noteShare', { tagId: data.trustTagId }, holder.how)
  const file = { attemptId, name: 'glass.pdf', type: 'application/pdf', sizeBytes: 9 }
  const sample = (await api.call('startWorkSample', file, holder.how)).data
  const urls = { success_url: 'http://localhost:4000/a', cancel_url: 'http://localhost:4000/b' }
  const from = { ...holder.how, origin: 'http://localhost:4000' }
  const { purchase } = (await api.call('createTagPurchase', { packageId: 'three', ...urls }, from)).data
  const { slug } = (await api.call('getTagProfile', {}, holder.how)).data
  const revocation = { tagId: data.trustTagId, reason: 'A mistake.', actor: 'owner' }
  await api.store.transaction((repositories) => revokeTag(repositories, api.services, revocation))
  await api.outbox.drain()
  const credential = await api.store.credentials.find(data.trustTagId)
  const { salt = 'none', digest = 'none', leafHash = 'none', credential: text = '' } = credential ?? {}
  const proofValue = /"proofValue":"(\w+)"/u.exec(text)?.[1] ?? 'none'

  const traces = [holder.id, holder.email, 'Ottoline', 'Glassblower', 'glass.pdf', data.trustTagId, attemptId]
  const ids = [...traces, sample.id, purchase.id, slug ?? 'none', salt, proofValue]
  const tablesWith = (trace: string) =>
    Object.entries(api.dumpDatabase()).flatMap(([table, rows]) => (JSON.stringify(rows).includes(trace) ? [table] : []))
  for (const trace of ids) expect([trace, tablesWith(trace).length]).not.toEqual([trace, 0])

  expect((await api.call('deleteMember', {}, holder.how)).status).toBe(200)
  await api.outbox.drain()
  for (const trace of ids) expect([trace, tablesWith(trace).filter((table) => !STAYS.has(table))]).toEqual([trace, []])
  // The log's hash stays, with nothing that leads to it.
  expect([tablesWith(digest), tablesWith(leafHash)]).toEqual([['log_entries'], ['log_hashes']])
  const audit = JSON.stringify(await api.store.auditLog.list(TRUSTTAG, 'test', 100))
  for (const trace of [holder.id, holder.email, 'Ottoline']) expect(audit).not.toContain(trace)
  expect(api.logLines.join('\n')).not.toMatch(/Ottoline|Glassblower|holder\d+@|glass\.pdf/u)
})

test('a deleted account revokes its TrustTags once, and they look like unknown ones', async () => {
  const holder = await api.join()
  const kept = await api.earn(await api.join(), 'Cook')
  const [valid, revoked] = [await api.earn(holder, 'Cook'), await api.earn(holder, 'Mason')]
  const revocation = { tagId: revoked.trustTagId, reason: 'A mistake.', actor: 'owner' }
  await api.store.transaction((repositories) => revokeTag(repositories, api.services, revocation))
  const rows = await Promise.all([valid, revoked].map(({ trustTagId }) => api.store.credentials.find(trustTagId)))
  const entries = async () => {
    const size = (await api.store.log.head('test'))?.size ?? 0
    return api.store.log.readEntries('test', 0, size)
  }
  const before = await entries()
  const paths = ['credential.json', 'proof.tlog-proof', 'achievement.json']
  const ask = async (id: string) =>
    Promise.all(
      paths.map(async (path) => {
        const response = await api.request(`/trusttag/tags/${id}/${path}`)
        return [response.status, (await response.text()).replaceAll(id, 'TT')]
      }),
    )
  expect((await ask(valid.trustTagId)).map(([status]) => status)).toEqual([200, 200, expect.any(Number)])

  await api.call('deleteMember', {}, holder.how)
  const after = await entries()
  expect(after.slice(0, before.length)).toEqual(before)
  expect(after.slice(before.length)).toEqual([
    expect.stringContaining('"type":"revoke"'),
    expect.stringContaining('"type":"status"'),
  ])
  expect(after.slice(before.length)).toEqual([
    expect.stringContaining('"type":"revoke"'),
    expect.stringContaining('"type":"status"'),
  ])
  const set = (await api.store.statusPlaces.listRevocations('test', 1)).map(({ index }) => index)
  for (const row of rows) expect(set).toContain(row?.statusIndex)
  expect(set).not.toContain((await api.store.credentials.find(kept.trustTagId))?.statusIndex)
  const never = await ask('TT-TEST-CK2026000000000000')
  for (const { trustTagId } of [valid, revoked]) {
    expect(await ask(trustTagId)).toEqual(never)
    const answers = await Promise.all(
      [trustTagId, 'TT-TEST-CK2026000000000000'].map((tagId) => api.call('verifyTag', { tagId })),
    )
    expect(answers[0]?.body).toEqual(answers[1]?.body)
  }
})

test('an export has the issued credentials', async () => {
  const holder = await api.join()
  const { trustTagId } = await api.earn(holder, 'Welder')
  const { records } = (await api.call('exportMyData', {}, holder.how)).data
  const row = await api.store.credentials.find(trustTagId)
  expect(JSON.stringify(records)).toContain(JSON.stringify(JSON.parse(row?.credential ?? '')))
})
