import type { OwnerScope } from '../apps/definition'
import type { CustomFieldValue } from '../../../contract/entities'
import type { JobKind } from '../../../contract/admin/schemas/jobs'
import type { Database, Db, Tx } from '../../database/db'
import { olderThan, type PageCursor, skipLocked } from '../../database/sql'
import type { JobStatus, MemberSearchTables } from '../../database/tables-apps'
import type { Mode } from '../../lib/ids'

/** The job's input, validated when it was added. */
export interface JobInput {
  planId?: string
  key?: string
  value?: CustomFieldValue
}

/** In the audit log, beside each change. */
export interface JobActor {
  actor: string
  actorId: string | null
  via: 'console' | 'key' | null
}

type Columns = MemberSearchTables['jobs']

export interface JobRow extends Omit<Columns, 'kind' | 'input' | 'actor'> {
  kind: JobKind
  input: JobInput
  actor: JobActor
}

export interface JobStep {
  position: number
  memberIds: string[]
  /** Values to restore; null: none. */
  before: Record<string, CustomFieldValue> | null
}

export interface StepResult {
  /** Members by error code. */
  failures: Record<string, string[]>
  /** Values to restore, by member. */
  before: Record<string, CustomFieldValue>
  filePart: string | null
  /** Number of processed members. */
  done: number
}

/** Members of one step. */
const STEP_MEMBERS = 200
/** Rows of one statement: about 300 kB. */
const ROWS = 50

/** Freezes the selection: later changes of members do not change it. */
export async function insertJob(tx: Tx, job: JobRow, memberIds: readonly string[]): Promise<void> {
  await insertJobRow(tx, job)
  const steps = []
  for (let from = 0; from < memberIds.length; from += STEP_MEMBERS)
    steps.push({
      jobId: job.id,
      position: steps.length,
      status: 'WAITING' as const,
      memberIds: JSON.stringify(memberIds.slice(from, from + STEP_MEMBERS)),
      beforeChange: null,
      failures: null,
      filePart: null,
    })
  for (let from = 0; from < steps.length; from += ROWS)
    await tx.kysely
      .insertInto('jobSteps')
      .values(steps.slice(from, from + ROWS))
      .execute()
}

async function insertJobRow({ kysely }: Tx, { input, actor, ...row }: JobRow): Promise<void> {
  const values = { ...row, input: JSON.stringify(input), actor: JSON.stringify(actor) }
  await kysely.insertInto('jobs').values(values).execute()
}

/** A job with the steps of another one, which it reverses. */
export async function insertReversal(tx: Tx, job: JobRow, undone: string): Promise<void> {
  await insertJobRow(tx, job)
  await tx.kysely
    .insertInto('jobSteps')
    .columns(['jobId', 'position', 'status', 'memberIds', 'beforeChange'])
    .expression((eb) =>
      eb
        .selectFrom('jobSteps')
        .select((row) => [
          row.val(job.id).as('jobId'),
          row.ref('position').as('position'),
          row.val('WAITING' as const).as('status'),
          row.ref('memberIds').as('memberIds'),
          row.ref('beforeChange').as('beforeChange'),
        ])
        .where('jobId', '=', undone)
        .where('status', '=', 'DONE')
        .where('beforeChange', 'is not', null),
    )
    .execute()
  await tx.kysely.updateTable('jobs').set({ undoneBy: job.id }).where('id', '=', undone).execute()
}

export async function findJob({ kysely }: Db, appId: string, mode: Mode, id: string): Promise<JobRow | null> {
  const row = await kysely
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', id)
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .executeTakeFirst()
  return row ? toJob(row) : null
}

/** A step that is being applied is waited for. */
export async function lockJob(tx: Tx, appId: string, mode: Mode, id: string): Promise<JobRow | null> {
  // A no-op write locks the row in both engines.
  await tx.kysely.updateTable('jobs').set({ id }).where('id', '=', id).execute()
  return findJob(tx, appId, mode, id)
}

/** Newest first. */
export async function listJobRows(
  { kysely }: Db,
  { appId, mode }: OwnerScope,
  limit: number,
  before: PageCursor | null,
): Promise<JobRow[]> {
  const rows = await kysely
    .selectFrom('jobs')
    .selectAll()
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where(olderThan('createdAt', 'id', before))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toJob)
}

export async function endJob({ kysely }: Tx, id: string, status: JobStatus, finishedAt: number): Promise<void> {
  const ended = { status, finishedAt, leaseOwner: null, leaseUntil: 0 }
  await kysely.updateTable('jobs').set(ended).where('id', '=', id).execute()
}

export interface Lease {
  owner: string
  now: number
  until: number
}

/** The oldest due job that no living process works on. */
export const claimJob = (store: Database, { owner, now, until }: Lease): Promise<JobRow | null> =>
  store.transaction(async ({ kysely }) => {
    const due = kysely
      .selectFrom('jobs')
      .selectAll()
      .where('status', 'in', ['WAITING', 'RUNNING'])
      .where('startsAt', '<=', now)
      .where('leaseUntil', '<', now)
      .orderBy('startsAt')
      .limit(1)
    const row = await skipLocked(kysely)(due).executeTakeFirst()
    if (!row) return null
    const claimed = { status: 'RUNNING', leaseOwner: owner, leaseUntil: until } as const
    await kysely.updateTable('jobs').set(claimed).where('id', '=', row.id).execute()
    return toJob({ ...row, ...claimed })
  })

/** In the transaction of a step, so that only the owner of the lease applies it. @returns false: canceled, or claimed by another */
export async function renewLease({ kysely }: Db, id: string, { owner, until }: Omit<Lease, 'now'>): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('jobs')
    .set({ leaseUntil: until })
    .where('id', '=', id)
    .where('leaseOwner', '=', owner)
    .where('status', '=', 'RUNNING')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function nextStep({ kysely }: Db, jobId: string): Promise<JobStep | null> {
  const row = await kysely
    .selectFrom('jobSteps')
    .select(['position', 'memberIds', 'beforeChange'])
    .where('jobId', '=', jobId)
    .where('status', '=', 'WAITING')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  return row
    ? {
        position: row.position,
        memberIds: JSON.parse(row.memberIds),
        before: row.beforeChange === null ? null : JSON.parse(row.beforeChange),
      }
    : null
}

export async function finishStep(
  { kysely }: Tx,
  jobId: string,
  position: number,
  { failures, before, filePart, done }: StepResult,
): Promise<void> {
  const orNull = (found: object) => (Object.keys(found).length === 0 ? null : JSON.stringify(found))
  await kysely
    .updateTable('jobSteps')
    .set({ status: 'DONE', failures: orNull(failures), beforeChange: orNull(before), filePart })
    .where('jobId', '=', jobId)
    .where('position', '=', position)
    .execute()
  const failed = Object.values(failures).reduce((sum, ids) => sum + ids.length, 0)
  await kysely
    .updateTable('jobs')
    .set(({ eb }) => ({ done: eb('done', '+', done), failed: eb('failed', '+', failed) }))
    .where('id', '=', jobId)
    .execute()
}

export async function listFailures({ kysely }: Db, jobId: string): Promise<Record<string, string[]>[]> {
  const rows = await kysely
    .selectFrom('jobSteps')
    .select('failures')
    .where('jobId', '=', jobId)
    .where('failures', 'is not', null)
    .orderBy('position')
    .execute()
  return rows.map(({ failures }) => JSON.parse(failures ?? '{}'))
}

/** The next parts of the file that a job wrote. @param after position of a step */
export async function listFileParts(
  { kysely }: Db,
  jobId: string,
  after: number,
): Promise<{ position: number; text: string }[]> {
  const rows = await kysely
    .selectFrom('jobSteps')
    .select(['position', 'filePart'])
    .where('jobId', '=', jobId)
    .where('position', '>', after)
    .where('filePart', 'is not', null)
    .orderBy('position')
    .limit(FILE_PARTS)
    .execute()
  return rows.map(({ position, filePart }) => ({ position, text: filePart ?? '' }))
}

/** A part has the rows of 200 members. */
const FILE_PARTS = 4

/** Values to restore and files, of jobs that ended before a time. */
export async function clearJobSteps({ kysely }: Db, before: number): Promise<void> {
  await kysely
    .updateTable('jobSteps')
    .set({ beforeChange: null, filePart: null })
    .where((eb) => eb.or([eb('beforeChange', 'is not', null), eb('filePart', 'is not', null)]))
    .where('jobId', 'in', (eb) => eb.selectFrom('jobs').select('id').where('finishedAt', '<', before))
    .execute()
}

/** With their steps. */
export async function deleteJobsBefore({ kysely }: Db, before: number): Promise<void> {
  await kysely.deleteFrom('jobs').where('finishedAt', '<', before).execute()
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this file writes the column
const kindOf = (kind: string): JobKind => kind as JobKind

const toJob = (row: Columns): JobRow => ({
  ...row,
  kind: kindOf(row.kind),
  input: JSON.parse(row.input),
  actor: JSON.parse(row.actor),
})
