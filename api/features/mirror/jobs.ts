import type { Db } from '../../database/db'
import { claimDue } from '../../database/sql'
import type { Tables } from '../../database/tables'
import type { Services } from '../../http/services'

declare module '../../http/services' {
  interface Services {
    mirror: Mirror | null
  }
}

interface MirrorRecord {
  kind: MirrorJobRow['kind']
  /** The record's ID, by which its copy is replaced. */
  id: string
  fields: MirrorFields
}

export type MirrorFields = Readonly<Record<string, string | number | boolean | null>>

/** A spreadsheet service with copies for the owner. The database is the source of truth. */
export interface Mirror {
  /** Rejects with a sentence without secrets. */
  put(record: MirrorRecord, signal: AbortSignal): Promise<void>
}

/** In the transaction that writes the record. Does nothing without a mirror. */
export async function queueMirrorJob(
  db: Db,
  { secrets, clock, mirror }: Pick<Services, 'secrets' | 'clock' | 'mirror'>,
  record: Pick<MirrorJobRow, 'appId' | 'mode' | 'kind' | 'recordId'>,
): Promise<void> {
  if (mirror === null) return
  const now = clock.now()
  const { appId, mode, kind, recordId } = record
  const job = { id: secrets.id('mir'), appId, mode, kind, recordId, attempts: 0, nextAttemptAt: now, createdAt: now }
  await insertMirrorJob(db, job)
}

/** The content is read at the time of the copy. */
export type MirrorJobRow = Omit<Tables['mirrorJobs'], 'lastError'>

export async function insertMirrorJob({ kysely }: Db, job: MirrorJobRow): Promise<void> {
  await kysely
    .insertInto('mirrorJobs')
    .values({ ...job, lastError: null })
    .execute()
}

/** Longer than the longest pause between two attempts, which is an hour. */
const PAUSE_MAX_MS = 2 * 60 * 60 * 1000

/** Oldest first. See `claimDue`. */
export async function claimDueMirrorJobs(
  db: Db,
  now: number,
  claimUntil: number,
  limit: number,
): Promise<MirrorJobRow[]> {
  const rows = await claimDue(db, 'mirrorJobs', { now, claimUntil, limit, pauseMaxMs: PAUSE_MAX_MS })
  return rows.toSorted((a, b) => a.createdAt - b.createdAt).map(({ lastError: _lastError, ...job }) => job)
}

export async function deleteMirrorJob({ kysely }: Db, id: string): Promise<void> {
  await kysely.deleteFrom('mirrorJobs').where('id', '=', id).execute()
}

export async function rescheduleMirrorJob(
  { kysely }: Db,
  id: string,
  { attempts, nextAttemptAt, lastError }: { attempts: number; nextAttemptAt: number; lastError: string },
): Promise<void> {
  await kysely.updateTable('mirrorJobs').set({ attempts, nextAttemptAt, lastError }).where('id', '=', id).execute()
}

/** Queue length, and the error of the oldest failed job; null without one. */
export async function summarizeMirrorJobs({ kysely }: Db): Promise<{ waiting: number; lastError: string | null }> {
  const jobs = kysely.selectFrom('mirrorJobs')
  const { waiting } = await jobs.select(({ fn }) => fn.countAll<number>().as('waiting')).executeTakeFirstOrThrow()
  const failed = await jobs.select('lastError').where('lastError', '!=', '').orderBy('createdAt').executeTakeFirst()
  return { waiting, lastError: failed?.lastError ?? null }
}
