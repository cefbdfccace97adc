import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import type { MirrorJobRow } from '../../ports/trusttag/audit-store'

/** A record as a row of a spreadsheet, by column. */
interface MirrorRecord {
  kind: MirrorJobRow['kind']
  /** ID of the record, by which an existing copy is replaced. */
  id: string
  fields: MirrorFields
}

export type MirrorFields = Readonly<Record<string, string | number | boolean | null>>

/** A spreadsheet service with copies of records for the owner. The database is the source of truth. */
export interface Mirror {
  /** Inserts or replaces the copy of a record. Rejects with a sentence without secrets. */
  put(record: MirrorRecord, signal: AbortSignal): Promise<void>
}

/** Queues the copy of a record, in the transaction that writes the record. Does nothing without a mirror. */
export async function queueMirrorJob(
  { mirrorJobs }: Pick<Repositories, 'mirrorJobs'>,
  { secrets, clock, mirror }: Pick<Services, 'secrets' | 'clock' | 'mirror'>,
  record: Pick<MirrorJobRow, 'appId' | 'mode' | 'kind' | 'recordId'>,
): Promise<void> {
  if (mirror === null) return
  const now = clock.now()
  const { appId, mode, kind, recordId } = record
  const job = { id: secrets.id('mir'), appId, mode, kind, recordId, attempts: 0, nextAttemptAt: now, createdAt: now }
  await mirrorJobs.insert(job)
}
