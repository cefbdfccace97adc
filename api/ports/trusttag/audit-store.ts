import type { Mode } from '../../lib/ids'
import type { PageCursor } from '../../database/sql'

/** An act of an owner or of the service in an owner's name. Rows are only ever added. */
export interface AuditRow {
  id: string
  appId: string
  mode: Mode
  /** `owner page`, `owner command`, or the part of the service that acted. */
  actor: string
  /** `tag.revoke`, `purchase.refund` … */
  act: string
  /** Id of what it was done to. */
  subject: string
  detail: Record<string, string>
  at: number
}

export interface AuditRepository {
  insert(row: AuditRow): Promise<void>
  /** Newest first. @param before where the page before ended */
  list(appId: string, mode: Mode, limit: number, before?: PageCursor | null): Promise<AuditRow[]>
}

/** What is to be copied to the spreadsheet service, once it is set up; done ones are deleted. */
export interface MirrorJobRow {
  id: string
  appId: string
  mode: Mode
  kind: 'signup' | 'purchase'
  /** Of the record to copy, as it stands when it is copied. */
  recordId: string
  attempts: number
  nextAttemptAt: number
  createdAt: number
}

export interface MirrorJobRepository {
  insert(job: MirrorJobRow): Promise<void>
  /** Claims up to `limit` jobs that are due until `claimUntil`, so that two processes never do one twice at once. */
  claimDue(now: number, claimUntil: number, limit: number): Promise<MirrorJobRow[]>
  delete(id: string): Promise<void>
  reschedule(id: string, attempts: number, nextAttemptAt: number, lastError: string): Promise<void>
  /** How many wait, and why the oldest one that failed did; null when none has. */
  summarise(): Promise<{ waiting: number; lastError: string | null }>
}
