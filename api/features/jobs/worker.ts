import { setTimeout as pause } from 'node:timers/promises'
import { ApiError, reasonOf } from '../../lib/errors'
import type { Database, Tx } from '../../database/db'
import { createPollingWorker, type PollingSignals, type PollingWorker } from '../../lib/concurrency'
import { deleteAccount } from '../accounts/deletion'
import type { AppDefinition } from '../apps/definition'
import { findAppById } from '../apps/repository'
import { auditEntry } from '../audit/actions'
import { insertAuditEntry, insertAuditEntries } from '../audit/repository'
import { lockMember } from '../members/context'
import { readMembersAsCsv } from '../transfer/admin-routes'
import { claimJob, endJob, finishStep, nextStep, renewLease } from './repository'
import type { JobRow, JobStep, Lease, StepResult } from './repository'
import type { CustomFieldValue } from '../../../contract/entities'
import type { Services } from '../../http/services'
import { readAdminCustomFields } from '../members/fields'
import { lockMemberById, type MemberRow, updateMemberById, updateSuspension } from '../members/repository'
import { deleteSessionsOfMember } from '../members/repository-sessions'
import { findGrantedPlan, joinPlans, leavePlan } from '../plans/join'

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
    if (!(await runStep(services, { app, job, step }, lease))) return
    await pause(REST_MS)
  }
  // Another process continues at once.
  await renewLease(store, job.id, { ...lease(), until: 0 })
}

/** @returns false if the job was canceled, or another process has claimed it */
async function runStep(
  services: JobServices,
  { app, job, step }: { app: AppDefinition; job: JobRow; step: JobStep },
  lease: () => Lease,
): Promise<boolean> {
  const { store } = services
  if (job.kind === 'delete') {
    const result = await deleteMembers(services, { app, job, step }, () => renewLease(store, job.id, lease()))
    return result !== null && finish(store, { job, step }, lease, async () => result)
  }
  if (job.kind === 'export')
    return finish(store, { job, step }, lease, async (tx) => {
      const { csv, count } = await readMembersAsCsv(tx, app, job.mode, step.memberIds)
      return { failures: {}, before: {}, filePart: csv, done: count }
    })
  return finish(store, { job, step }, lease, (tx) => applyStep(tx, services, { app, job, step }))
}

const finish = (
  store: Database,
  { job, step: { position } }: { job: JobRow; step: JobStep },
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
  { app, job, step: { memberIds } }: { app: AppDefinition; job: JobRow; step: JobStep },
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

interface Change {
  tx: Tx
  services: Pick<Services, 'secrets' | 'clock'>
  app: AppDefinition
  job: JobRow
  member: MemberRow
}

interface Changed {
  /** Value to restore; undefined: nothing to reverse. */
  before?: CustomFieldValue
  /** Undefined: nothing changed. */
  act?: string
}

type Apply = (change: Change) => Promise<Changed>

/** The change of each kind to one member. Throws an ApiError before it writes anything. */
const applies: Partial<Record<JobRow['kind'], Apply>> = {
  async 'add-plan'({ tx, services, app, job, member }) {
    await joinPlans(tx, services, { app, member }, [findGrantedPlan(app, job.input.planId ?? '')])
    return { before: true, act: 'member.plan.add' }
  },
  async 'remove-plan'({ tx, job, member }) {
    await leavePlan(tx, member.id, job.input.planId ?? '')
    return { before: true, act: 'member.plan.remove' }
  },
  async 'set-field'({ tx, app, job: { input }, member }) {
    const key = input.key ?? ''
    const before = member.customFields[key] ?? null
    const [value] = Object.values(readAdminCustomFields(app, { [key]: input.value }))
    if (before === value) return {}
    await updateMemberById(tx, member.id, { customFields: { ...member.customFields, [key]: value ?? null } })
    return { before, act: 'member.update' }
  },
  async verify({ tx, member }) {
    if (member.verified) return {}
    await updateMemberById(tx, member.id, { verified: true })
    return { act: 'member.update' }
  },
  async 'end-sessions'({ tx, member }) {
    await deleteSessionsOfMember(tx, member.id)
    return { act: 'member.sessions.end' }
  },
  async suspend({ tx, services, member }) {
    await updateSuspension(tx, [member.id], services.clock.now())
    await deleteSessionsOfMember(tx, member.id)
    return { act: 'member.suspend' }
  },
  async unsuspend({ tx, member }) {
    await updateSuspension(tx, [member.id], null)
    return { act: 'member.unsuspend' }
  },
}

/** The opposite, for one member. A value that was changed since stays. */
const reverses: Partial<Record<JobRow['kind'], (change: Change, before: CustomFieldValue) => Promise<Changed>>> = {
  async 'add-plan'({ tx, job, member }) {
    await leavePlan(tx, member.id, job.input.planId ?? '')
    return { act: 'member.plan.remove' }
  },
  async 'remove-plan'({ tx, services, app, job, member }) {
    await joinPlans(tx, services, { app, member }, [findGrantedPlan(app, job.input.planId ?? '')])
    return { act: 'member.plan.add' }
  },
  async 'set-field'({ tx, app, job: { input }, member }, before) {
    const key = input.key ?? ''
    const [value] = Object.values(readAdminCustomFields(app, { [key]: input.value }))
    if ((member.customFields[key] ?? null) !== (value ?? null)) throw new ApiError('selection-changed')
    await updateMemberById(tx, member.id, { customFields: { ...member.customFields, [key]: before } })
    return { act: 'member.update' }
  },
}

export const isReversible = (kind: JobRow['kind']): boolean => reverses[kind] !== undefined

/** Applies a step to all its members, with their audit rows, in the caller's transaction. A refused member is counted, and changes nothing. */
export async function applyStep(
  tx: Tx,
  services: Pick<Services, 'secrets' | 'clock'>,
  { app, job, step }: { app: AppDefinition; job: JobRow; step: JobStep },
): Promise<StepResult> {
  const result: StepResult = { failures: {}, before: {}, filePart: null, done: 0 }
  const acts: { subject: string; act: string }[] = []
  const ids = job.undoes === null ? step.memberIds : step.memberIds.filter((id) => Object.hasOwn(step.before ?? {}, id))
  for (const id of ids) {
    result.done += 1
    try {
      const member = await lockMemberById(tx, id)
      if (!member || member.appId !== job.appId || member.mode !== job.mode) throw new ApiError('member-not-found')
      const { before, act } = await change({ tx, services, app, job, member }, step.before?.[id] ?? null)
      if (before !== undefined) result.before[id] = before
      if (act !== undefined) acts.push({ subject: id, act })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      addFailure(result, error.code, id)
    }
  }
  const owner = { appId: job.appId, mode: job.mode, ...job.actor }
  const detail = detailOf(job)
  await insertAuditEntries(
    tx,
    acts.map((act) => auditEntry(services, owner, { ...act, detail })),
  )
  return result
}

function change(one: Change, before: CustomFieldValue): Promise<Changed> {
  const { kind, undoes } = one.job
  const apply = applies[kind]
  const reverse = reverses[kind]
  if (undoes !== null && reverse) return reverse(one, before)
  if (undoes !== null || !apply) throw new Error(`No job of the kind ${kind} can be applied.`)
  return apply(one)
}

export function addFailure(result: Pick<StepResult, 'failures'>, code: string, id: string): void {
  ;(result.failures[code] ??= []).push(id)
}

/** Names only: the audit log has no values. */
function detailOf({ id, input }: JobRow) {
  return {
    job: id,
    ...(input.planId !== undefined && { plan: input.planId }),
    ...(input.key !== undefined && { fields: `customFields.${input.key}` }),
  }
}
