import { setTimeout as pause } from 'node:timers/promises'
import { ApiError, reasonOf } from '../../lib/errors'
import type { Database } from '../../database/db'
import { createPollingWorker, type PollingSignals, type PollingWorker } from '../../lib/concurrency'
import { deleteAccount } from '../accounts/deletion'
import type { AppDefinition } from '../apps/definition'
import { findAppById } from '../apps/repository'
import { auditEntry } from '../audit/actions'
import { insertAuditEntry } from '../audit/repository'
import { lockMember } from '../members/context'
import { readMembersAsCsv } from '../transfer/admin-routes'
import { addFailure, applyStep } from './apply-step'
import { claimJob, endJob, finishStep, nextStep, renewLease } from './repository'
import type { JobRow, JobStep, Lease, StepResult } from './repository'

const POLL_MS = 1_000
/** After a crash, another process resumes the job this much later. */
const LEASE_MS = 20_000
/** Between two steps, so that other writes run. */
const REST_MS = 25

type JobServices = Parameters<typeof deleteAccount>[0] & { store: Database }

/** Any process claims due jobs; a lease and the steps' transactions let another one resume them without repeating a step. */
export function createJobWorker(services: JobServices): PollingWorker {
  const { store, secrets, clock, log } = services
  const owner = secrets.id('wrk')
  const lease = (): Lease => ({ owner, now: clock.now(), until: clock.now() + LEASE_MS })
  return createPollingWorker({
    pollMs: POLL_MS,
    work: async ({ stopping }) => {
      for (let job = await claimJob(store, lease()); job; job = await claimJob(store, lease())) {
        await runJob(services, job, lease, stopping)
        if (stopping.aborted) return
      }
    },
    fail: (error) => log.error({ reason: reasonOf(error) }, 'could not run a job'),
  })
}

async function runJob(
  services: JobServices,
  job: JobRow,
  lease: () => Lease,
  stopping: PollingSignals['stopping'],
): Promise<void> {
  const { store, clock } = services
  while (!stopping.aborted) {
    const [step, app] = [await nextStep(store, job.id), await findAppById(store, job.appId)]
    if (!step || !app) {
      await store.transaction(async (tx) => {
        if (await renewLease(tx, job.id, lease())) await endJob(tx, job.id, 'DONE', clock.now())
      })
      return
    }
    if (!(await runStep(services, app, job, step, lease))) return
    await pause(REST_MS)
  }
  // Another process continues at once.
  await renewLease(store, job.id, { ...lease(), until: 0 })
}

/** @returns false if the job was canceled, or another process has claimed it */
async function runStep(
  services: JobServices,
  app: AppDefinition,
  job: JobRow,
  step: JobStep,
  lease: () => Lease,
): Promise<boolean> {
  const { store } = services
  if (job.kind === 'delete') {
    const result = await deleteMembers(services, app, job, step, () => renewLease(store, job.id, lease()))
    return result !== null && finish(store, job, step, lease, async () => result)
  }
  if (job.kind === 'export')
    return finish(store, job, step, lease, async (tx) => {
      const { csv, count } = await readMembersAsCsv(tx, app, job.mode, step.memberIds)
      return { failures: {}, before: {}, filePart: csv, done: count }
    })
  return finish(store, job, step, lease, (tx) => applyStep(tx, services, app, job, step))
}

const finish = (
  store: Database,
  job: JobRow,
  { position }: JobStep,
  lease: () => Lease,
  work: (tx: Parameters<typeof finishStep>[0]) => Promise<StepResult>,
): Promise<boolean> =>
  store.transaction(async (tx) => {
    if (!(await renewLease(tx, job.id, lease()))) return false
    await finishStep(tx, job.id, position, await work(tx))
    return true
  })

/**
 * Each member in a transaction of their own, because subscriptions end at the payment provider first. A repeated step finds deleted members
 * gone, which is what it wants.
 * @returns null if the job was canceled
 */
async function deleteMembers(
  services: JobServices,
  app: AppDefinition,
  job: JobRow,
  { memberIds }: JobStep,
  goOn: () => Promise<boolean>,
): Promise<StepResult | null> {
  const result: StepResult = { failures: {}, before: {}, filePart: null, done: memberIds.length }
  const scope = { app, mode: job.mode }
  const owner = { appId: app.id, mode: job.mode, ...job.actor }
  const detail = { job: job.id }
  for (const id of memberIds) {
    if (!(await goOn())) return null
    try {
      await deleteAccount(services, id, {
        lock: (tx) => lockMember(tx, scope, id),
        note: (tx) => insertAuditEntry(tx, auditEntry(services, owner, { act: 'member.delete', subject: id, detail })),
      })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code !== 'member-not-found') addFailure(result, error.code, id)
    }
  }
  return result
}
