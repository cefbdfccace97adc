import type { CustomFieldValue } from '../../../contract/entities'
import { ApiError } from '../../lib/errors'
import type { Tx } from '../../database/db'
import type { Services } from '../../http/services'
import type { AppDefinition } from '../apps/definition'
import { auditEntry } from '../audit/actions'
import { insertAuditEntries } from '../audit/repository'
import { readAdminCustomFields } from '../members/fields'
import { lockMemberById, type MemberRow, updateMemberById, updateSuspension } from '../members/repository'
import { deleteSessionsOfMember } from '../members/repository-sessions'
import { findGrantedPlan, joinPlans, leavePlan } from '../plans/join'
import type { JobRow, JobStep, StepResult } from './repository'

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
    await joinPlans(tx, services, app, member, [findGrantedPlan(app, job.input.planId ?? '')])
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
    await joinPlans(tx, services, app, member, [findGrantedPlan(app, job.input.planId ?? '')])
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
  app: AppDefinition,
  job: JobRow,
  step: JobStep,
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
function detailOf({ id, input }: JobRow): Record<string, string> {
  return {
    job: id,
    ...(input.planId !== undefined && { plan: input.planId }),
    ...(input.key !== undefined && { fields: `customFields.${input.key}` }),
  }
}
