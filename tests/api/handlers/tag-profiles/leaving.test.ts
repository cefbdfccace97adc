import { afterAll, beforeAll, expect, test } from 'vitest'
import { revokeTag } from '../../../../api/domain/tags/revoke-tag'
import { startWithHolders, TRUSTTAG } from '../../../support/tag-holders'
import type { TagHolders } from '../../../support/tag-holders'

let api: TagHolders

beforeAll(async () => {
  api = await startWithHolders()
})
afterAll(() => api.close())

/** What stays on purpose: the owner's own acts, and what stands for the mails and the bank of a machine for trying out. */
const STAYS = new Set(['audit_log', 'mailbox', 'test_checkouts', 'test_customers'])

test('whoever leaves leaves no row with their name, address, IDs or files behind', async () => {
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

  const traces = [holder.id, holder.email, 'Ottoline', 'Glassblower', 'glass.pdf', data.trustTagId, attemptId]
  const ids = [...traces, sample.id, purchase.id, slug ?? 'none']
  const tablesWith = (trace: string) =>
    Object.entries(api.dumpDatabase()).flatMap(([table, rows]) => (JSON.stringify(rows).includes(trace) ? [table] : []))
  for (const trace of ids) expect([trace, tablesWith(trace).length]).not.toEqual([trace, 0])

  expect((await api.call('deleteMember', {}, holder.how)).status).toBe(200)
  await api.outbox.drain()
  for (const trace of ids) expect([trace, tablesWith(trace).filter((table) => !STAYS.has(table))]).toEqual([trace, []])
  const audit = JSON.stringify(await api.store.auditLog.list(TRUSTTAG, 'test', 100))
  for (const trace of [holder.id, holder.email, 'Ottoline']) expect(audit).not.toContain(trace)
  expect(api.logLines.join('\n')).not.toMatch(/Ottoline|Glassblower|holder\d+@|glass\.pdf/u)
})
