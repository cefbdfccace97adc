import type { Job, JobAction, JobKind, JobSelection } from '../../../contract/admin/schemas/jobs'
import { sizeOf } from '../../../contract/admin/schemas/paging'
import { errors } from '../../../contract/errors'
import {
  ADMIN_PAGE_MAX,
  JOB_DELETE_UNTYPED_MAX,
  JOB_MEMBERS_MAX,
  JOB_UNDO_HOURS,
  JOB_WAIT_SECONDS,
} from '../../../contract/limits'
import type { Tx } from '../../database/db'
import { toIso } from '../../lib/clock'
import { ApiError, isErrorCode } from '../../lib/errors'
import { withHeading } from '../../lib/text'
import type { Services } from '../../http/services'
import type { AdminContext, AdminHandlers } from '../apps/secret-keys'
import { doneBy, recordAction } from '../audit/actions'
import { ownerRead, readPage } from '../audit/reading'
import { readAdminCustomFields } from '../members/fields'
import { listMemberIdsBy, readMemberFilter } from '../members/repository-list'
import { listIdsOfApp } from '../members/repository'
import { findGrantedPlan } from '../plans/join'
import { csvHeadings } from '../transfer/csv'
import { isReversible } from './worker'
import {
  endJob,
  findJob,
  insertJob,
  insertReversal,
  type JobInput,
  type JobRow,
  listFailures,
  listFileParts,
  listJobRows,
  lockJob,
} from './repository'

const HOUR_MS = 60 * 60 * 1000

type JobServices = Pick<Services, 'store' | 'secrets' | 'clock'>

export const jobHandlers = {
  /** Newest first. */
  async listJobs({ store, clock }, { app, mode, keyId }, { first, limit, after }) {
    const page = { limit: sizeOf({ first, limit }), before: after ?? null }
    const { records, next } = await ownerRead(store, keyId, (db) =>
      readPage(page, {
        read: (size, before) => listJobRows(db, { appId: app.id, mode }, size, before),
        placeOf: ({ id, createdAt }) => ({ id, at: createdAt }),
        show: (row) => toJob(row, clock.now()),
      }),
    )
    return { endCursor: next, hasNextPage: next !== null, data: records }
  },

  /**
   * Freezes the selection and waits ten seconds.
   * @throws ApiError `selection-changed`, `plan-not-found`, `plan-not-free`, `invalid-field-value`, `member-search-not-ready`
   */
  async addJob(services, context, { action, selection }) {
    checkAction(context, action)
    const { kind, ...input } = action
    return { data: await addJob(services, context, { kind, input, selection }) }
  },

  /** @throws ApiError `job-confirmation-required`, `selection-changed`, `member-search-not-ready` */
  async addDeleteJob(services, context, { selection, typedCount }) {
    const mustType = selection.count > JOB_DELETE_UNTYPED_MAX
    if (mustType && typedCount?.replaceAll(/[\s,.]/gu, '') !== String(selection.count))
      throw new ApiError('job-confirmation-required')
    return { data: await addJob(services, context, { kind: 'delete', input: {}, selection }) }
  },

  /** A CSV file, a day long. @throws ApiError `selection-changed`, `member-search-not-ready` */
  async addExportJob(services, context, { selection }) {
    return { data: await addJob(services, context, { kind: 'export', input: {}, selection }) }
  },

  /** @throws ApiError `job-not-found` */
  async retrieveJob({ store, clock }, { app, mode }, { jobId }) {
    const job = await findJob(store, app.id, mode, jobId)
    if (!job) throw new ApiError('job-not-found')
    return { data: toJob(job, clock.now()) }
  },

  /** Completed steps are kept. @throws ApiError `job-not-found`, `job-not-cancelable` */
  async cancelJob(services, context, { jobId }) {
    const job = await services.store.transaction((tx) => cancelJob(tx, services, context, jobId))
    return { data: toJob(job, services.clock.now()) }
  },

  /** Cancels a waiting job; else a new job reverses it. @throws ApiError `job-not-found`, `job-not-reversible` */
  async undoJob(services, context, { jobId }) {
    const job = await services.store.transaction(async (tx) => {
      const known = await lockJob(tx, context.app.id, context.mode, jobId)
      if (!known) throw new ApiError('job-not-found')
      if (known.status === 'WAITING') return cancelJob(tx, services, context, jobId)
      return reverseJob(tx, services, context, known)
    })
    return { data: toJob(job, services.clock.now()) }
  },

  /** @throws ApiError `job-not-found` */
  async listJobFailures({ store }, { app, mode }, { jobId }) {
    if (!(await findJob(store, app.id, mode, jobId))) throw new ApiError('job-not-found')
    const groups = new Map<string, { count: number; memberIds: string[] }>()
    for (const failures of await listFailures(store, jobId))
      for (const [code, ids] of Object.entries(failures)) {
        const group = groups.get(code) ?? { count: 0, memberIds: [] }
        group.count += ids.length
        group.memberIds.push(...ids.slice(0, ADMIN_PAGE_MAX - group.memberIds.length))
        groups.set(code, group)
      }
    const data = [...groups].map(([code, group]) => ({
      code,
      message: isErrorCode(code) ? errors[code].message : code,
      count: group.count,
      memberIds: group.memberIds,
    }))
    return { data: data.toSorted((a, b) => b.count - a.count) }
  },

  /** @throws ApiError `job-not-found`, `job-file-not-ready` */
  async downloadJobFile(services, context, { jobId }) {
    const { app, mode } = context
    const job = await findJob(services.store, app.id, mode, jobId)
    if (!job) throw new ApiError('job-not-found')
    if (!toJob(job, services.clock.now()).hasFile) throw new ApiError('job-file-not-ready')
    await services.store.transaction((tx) =>
      recordAction(tx, services, context, { act: 'job.file.download', subject: jobId }),
    )
    const read = (after: number) => ownerRead(services.store, context.keyId, (db) => listFileParts(db, jobId, after))
    return { data: withHeading(csvHeadings({ ...app, withHashes: false }), jobFile(read)), contentType: 'text/csv' }
  },
} satisfies Partial<AdminHandlers>

/** @param read the parts after a step, some at a time */
async function* jobFile(read: (after: number) => ReturnType<typeof listFileParts>): AsyncGenerator<string> {
  for (let parts = await read(BEFORE_FIRST_STEP); parts.length > 0;) {
    yield parts.map(({ text }) => text).join('')
    parts = await read(parts.at(-1)?.position ?? Infinity)
  }
}

const BEFORE_FIRST_STEP = -1

/** @throws ApiError if the action is impossible for every member */
function checkAction({ app }: AdminContext, action: JobAction): void {
  if (action.kind === 'add-plan') findGrantedPlan(app, action.planId)
  if (action.kind === 'remove-plan' && !app.plans.some(({ id }) => id === action.planId))
    throw new ApiError('plan-not-found')
  if (action.kind === 'set-field') readAdminCustomFields(app, { [action.key]: action.value })
}

async function addJob(
  services: JobServices,
  context: AdminContext,
  { kind, input, selection }: { kind: JobKind; input: JobInput; selection: JobSelection },
): Promise<Job> {
  const memberIds = await freeze(services, context, selection)
  const { store, clock } = services
  const job = newJob(services, context, { kind, input, total: memberIds.length, waits: true })
  await store.transaction(async (tx) => {
    await insertJob(tx, job, memberIds)
    const detail = { kind, members: String(memberIds.length) }
    await recordAction(tx, services, context, { act: 'job.add', subject: job.id, detail })
  })
  return toJob(job, clock.now())
}

/** @returns the members, in the order in which they joined @throws ApiError `selection-changed` if they are not as many as confirmed */
async function freeze(
  { store }: Pick<Services, 'store'>,
  { app, mode, keyId }: AdminContext,
  { ids, filter, count }: JobSelection,
): Promise<string[]> {
  if ((ids === undefined) === (filter === undefined))
    throw new ApiError('invalid-field-value', { message: 'A selection has either `ids` or a `filter`.' })
  const found = await ownerRead(store, keyId, async (db) =>
    filter === undefined
      ? listIdsOfApp(db, app.id, mode, ids ?? [])
      : listMemberIdsBy(db, await readMemberFilter(db, app, mode, filter), JOB_MEMBERS_MAX),
  )
  if (found.length !== count)
    throw new ApiError('selection-changed', {
      message: `The selection now has ${found.length.toLocaleString('en')} members. Check it and confirm it again.`,
    })
  return found
}

interface NewJob extends Pick<JobRow, 'kind' | 'input' | 'total'> {
  /** False: it starts at once. */
  waits: boolean
  undoes?: string
}

function newJob(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  { app, mode, actor }: AdminContext,
  { kind, input, total, waits, undoes }: NewJob,
): JobRow {
  const now = clock.now()
  return {
    id: secrets.id('job'),
    appId: app.id,
    mode,
    kind,
    input,
    status: 'WAITING',
    actor: doneBy(actor),
    undoes: undoes ?? null,
    undoneBy: null,
    total,
    done: 0,
    failed: 0,
    createdAt: now,
    startsAt: now + (waits ? JOB_WAIT_SECONDS * 1000 : 0),
    finishedAt: null,
    leaseOwner: null,
    leaseUntil: 0,
  }
}

async function cancelJob(tx: Tx, services: JobServices, context: AdminContext, jobId: string): Promise<JobRow> {
  const job = await lockJob(tx, context.app.id, context.mode, jobId)
  if (!job) throw new ApiError('job-not-found')
  if (job.status !== 'WAITING' && job.status !== 'RUNNING') throw new ApiError('job-not-cancelable')
  const finishedAt = services.clock.now()
  await endJob(tx, jobId, 'CANCELED', finishedAt)
  await recordAction(tx, services, context, { act: 'job.cancel', subject: jobId })
  return { ...job, status: 'CANCELED', finishedAt }
}

async function reverseJob(tx: Tx, services: JobServices, context: AdminContext, known: JobRow): Promise<JobRow> {
  if (undoUntil(known, services.clock.now()) === null) throw new ApiError('job-not-reversible')
  const { id, kind, input, done, failed } = known
  const job = newJob(services, context, { kind, input, total: done - failed, waits: false, undoes: id })
  await insertReversal(tx, job, id)
  await recordAction(tx, services, context, { act: 'job.undo', subject: id, detail: { job: job.id } })
  return job
}

/** Null: it cannot be reversed, or no longer. */
function undoUntil({ kind, status, undoes, undoneBy, finishedAt }: JobRow, now: number): number | null {
  if (finishedAt === null || undoes !== null || undoneBy !== null || !isReversible(kind)) return null
  const until = finishedAt + JOB_UNDO_HOURS * HOUR_MS
  return (status === 'DONE' || status === 'CANCELED') && until > now ? until : null
}

function toJob(job: JobRow, now: number): Job {
  const { id, kind, input, status, actor, undoes, undoneBy, total, done, failed } = job
  const until = undoUntil(job, now)
  const isKept = job.finishedAt !== null && job.finishedAt + JOB_UNDO_HOURS * HOUR_MS > now
  return {
    id,
    kind,
    planId: input.planId ?? null,
    field: input.key ?? null,
    status,
    actor: actor.actor,
    undoes,
    undoneBy,
    total,
    done,
    failed,
    createdAt: toIso(job.createdAt),
    startsAt: toIso(job.startsAt),
    finishedAt: job.finishedAt === null ? null : toIso(job.finishedAt),
    undoUntil: until === null ? null : toIso(until),
    hasFile: kind === 'export' && status === 'DONE' && isKept,
  }
}
