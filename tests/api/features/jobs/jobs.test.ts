import { expect, test } from 'vitest'
import { claimJob, renewLease } from '../../../../api/features/jobs/repository'
import { createJobWorker } from '../../../../api/features/jobs/worker'
import { openAdmin } from '../../http/admin/open-admin'
import type { Admin } from '../../http/admin/open-admin'

const WAIT_MS = 10_000

async function openWith(count: number) {
  const admin = await openAdmin()
  const ids: string[] = []
  for (let index = 0; index < count; index += 1)
    ids.push((await admin.admin('createMember', { email: `m${index}@example.com` })).id)
  return { admin, ids, run: () => runJobs(admin) }
}

/** After the ten seconds. */
async function runJobs({ services, clock }: Admin): Promise<void> {
  clock.advance(WAIT_MS)
  const worker = createJobWorker(services)
  await worker.drain()
  await worker.stop(0)
}

const selecting = (ids: readonly string[]) => ({ ids, count: ids.length })
const freePlan = { kind: 'add-plan', planId: 'pln_free' }

test('a job waits ten seconds, then works in steps; failures have reasons; each change is audited', async () => {
  const { admin, ids, run } = await openWith(5)
  await admin.admin('addPlanToMember', { member: ids[2], planId: 'pln_free' })
  const job = await admin.admin('addJob', { action: freePlan, selection: selecting(ids) })
  expect(job).toMatchObject({ status: 'WAITING', total: 5, done: 0 })
  const early = createJobWorker(admin.services)
  await early.drain()
  await early.stop(0)
  expect(await admin.admin('retrieveJob', { jobId: job.id })).toMatchObject({ status: 'WAITING', done: 0 })
  await run()
  expect(await admin.admin('retrieveJob', { jobId: job.id })).toMatchObject({ status: 'DONE', done: 5, failed: 1 })
  expect(await admin.admin('listJobFailures', { jobId: job.id })).toEqual([
    { code: 'already-have-plan', message: expect.any(String), count: 1, memberIds: [ids[2]] },
  ])
  expect(await admin.admin('countMembers', { planId: 'pln_free' })).toMatchObject({ count: 5 })
  const acts = await admin.admin('listAuditLog', { subject: ids[0], act: 'member.plan.add' })
  expect(acts).toMatchObject([{ actor: 'admin key tests', detail: { job: job.id, plan: 'pln_free' } }])
})

test('a filter is frozen: who joins later is not part of it, and another number than confirmed is refused', async () => {
  const { admin, run } = await openWith(3)
  const action = { kind: 'verify' }
  const wrong = { action, selection: { filter: { verified: false }, count: 2 } }
  expect(await admin.answerOf('addJob', wrong)).toMatchObject({ status: 409, body: { code: 'selection-changed' } })
  await admin.admin('addJob', { action, selection: { filter: { verified: false }, count: 3 } })
  await admin.admin('createMember', { email: 'late@example.com' })
  await run()
  expect(await admin.admin('countMembers', { verified: 'true' })).toMatchObject({ count: 3 })
})

test('a member of the other mode is no member for a job, even if its row names one', async () => {
  const { admin, ids, run } = await openWith(1)
  const { id: live } = await admin.admin('createMember', { email: 'live@example.com' }, admin.keys.otherMode)
  const job = await admin.admin('addJob', { action: { kind: 'verify' }, selection: selecting(ids) })
  await admin.store.kysely
    .updateTable('jobSteps')
    .set({ memberIds: JSON.stringify([ids[0], live]) })
    .execute()
  await run()
  expect(await admin.admin('listJobFailures', { jobId: job.id })).toMatchObject([
    { code: 'member-not-found', memberIds: [live] },
  ])
  expect(await admin.admin('countMembers', { verified: 'true' }, admin.keys.otherMode)).toMatchObject({ count: 0 })
})

test('undo cancels a waiting job; later it takes back only what the job did', async () => {
  const { admin, ids, run } = await openWith(3)
  const waiting = await admin.admin('addJob', { action: freePlan, selection: selecting(ids) })
  expect(await admin.admin('undoJob', { jobId: waiting.id })).toMatchObject({ status: 'CANCELED' })
  await run()
  expect(await admin.admin('countMembers', { planId: 'pln_free' })).toMatchObject({ count: 0 })
  await admin.admin('addPlanToMember', { member: ids[0], planId: 'pln_free' })
  const job = await admin.admin('addJob', { action: freePlan, selection: selecting(ids) })
  await run()
  const undo = await admin.admin('undoJob', { jobId: job.id })
  expect(undo).toMatchObject({ undoes: job.id, total: 2 })
  await run()
  expect(await admin.admin('retrieveJob', { jobId: undo.id })).toMatchObject({ status: 'DONE', done: 2, failed: 0 })
  expect(await admin.admin('listMembers', { planId: 'pln_free' })).toMatchObject([{ id: ids[0] }])
  expect(await admin.answerOf('undoJob', { jobId: job.id })).toMatchObject({ status: 409 })
})

test('a field is set and restored, except where it was changed since; a day later it stays', async () => {
  const { admin, ids, run } = await openWith(2)
  await admin.admin('changeMember', { member: ids[0], customFields: { 'first-name': 'Ada' } })
  const action = { kind: 'set-field', key: 'first-name', value: 'Everyone' }
  const job = await admin.admin('addJob', { action, selection: selecting(ids) })
  await run()
  const nameOf = async (member = '') => (await admin.admin('retrieveMember', { member }))?.customFields['first-name']
  expect([await nameOf(ids[0]), await nameOf(ids[1])]).toEqual(['Everyone', 'Everyone'])
  await admin.admin('changeMember', { member: ids[1], customFields: { 'first-name': 'Bob' } })
  await admin.admin('undoJob', { jobId: job.id })
  await run()
  expect([await nameOf(ids[0]), await nameOf(ids[1])]).toEqual(['Ada', 'Bob'])
  const later = await admin.admin('addJob', { action, selection: selecting(ids) })
  await run()
  admin.clock.advance(25 * 60 * 60 * 1000)
  expect(await admin.answerOf('undoJob', { jobId: later.id })).toMatchObject({
    status: 409,
    body: { code: 'job-not-reversible' },
  })
})

test('more than ten are deleted only with their number typed', async () => {
  const { admin, ids, run } = await openWith(11)
  const selection = selecting(ids)
  const refused = { status: 400, body: { code: 'job-confirmation-required' } }
  expect(await admin.answerOf('addDeleteJob', { selection })).toMatchObject(refused)
  expect(await admin.answerOf('addDeleteJob', { selection, typedCount: '12' })).toMatchObject(refused)
  await admin.admin('addDeleteJob', { selection, typedCount: '11' })
  await run()
  expect(await admin.admin('listMembers')).toEqual([])
  expect(await admin.admin('listAuditLog', { act: 'member.delete' })).toHaveLength(11)
})

test('an export is a CSV file of the selection, without formulas', async () => {
  const { admin, ids, run } = await openWith(2)
  await admin.admin('changeMember', { member: ids[0], customFields: { 'first-name': '=1+1' } })
  const job = await admin.admin('addExportJob', { selection: selecting(ids.slice(0, 1)) })
  expect(await admin.answerOf('downloadJobFile', { jobId: job.id })).toMatchObject({ status: 409 })
  await run()
  const { text, headers } = await admin.answerOf('downloadJobFile', { jobId: job.id })
  expect(headers.get('content-type')).toContain('text/csv')
  expect(text).toContain('m0@example.com')
  expect(text).toContain("'=1+1")
  expect(text).not.toContain('m1@example.com')
})

test('a claimed job belongs to one process until its lease ends; a canceled one stops before its next step', async () => {
  const { admin, ids, run } = await openWith(1)
  const job = await admin.admin('addJob', { action: { kind: 'suspend' }, selection: selecting(ids) })
  admin.clock.advance(WAIT_MS)
  const now = admin.services.clock.now()
  const [one, two] = await Promise.all(
    ['one', 'two'].map((owner) => claimJob(admin.store, { owner, now, until: now + 5_000 })),
  )
  expect([one, two].filter((claimed) => claimed?.id === job.id)).toHaveLength(1)
  const owner = one ? 'one' : 'two'
  expect(await renewLease(admin.store, job.id, { owner: 'three', until: now })).toBe(false)
  await admin.admin('cancelJob', { jobId: job.id })
  expect(await renewLease(admin.store, job.id, { owner, until: now + 5_000 })).toBe(false)
  await run()
  expect(await admin.admin('countMembers', { suspended: 'true' })).toMatchObject({ count: 0 })
})

test.for([
  { action: { kind: 'add-plan', planId: 'pln_pro' }, code: 'plan-not-free' },
  { action: { kind: 'add-plan', planId: 'pln_x' }, code: 'plan-not-found' },
  { action: { kind: 'set-field', key: 'x', value: '' }, code: 'invalid-field-value' },
])('a job that no member could pass is refused: $code', async ({ action, code }) => {
  const { admin, ids } = await openWith(1)
  expect(await admin.answerOf('addJob', { action, selection: selecting(ids) })).toMatchObject({ body: { code } })
  expect(await admin.admin('listJobs')).toEqual([])
})
