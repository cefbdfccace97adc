import type { Mode } from '../../lib/ids'

/** A file that shows work, as far as it has arrived. */
export interface WorkSampleRow {
  /** `smp_…` */
  id: string
  appId: string
  mode: Mode
  memberId: string
  attemptId: string
  /** As the holder's device called it. */
  name: string
  /** What the device made of its content, to know it again; null where it said nothing. */
  fingerprint: string | null
  /** Media type: until it is complete the one that was claimed, then that of what is kept. */
  type: string
  /** As announced; once it is complete, of what is kept. */
  sizeBytes: number
  receivedBytes: number
  /** - `RECEIVING`: parts are missing - `READY`: complete and checked */
  status: 'RECEIVING' | 'READY'
  /** Name in the uploads port. */
  file: string
  /** Hexadecimal SHA-256 of what is kept; null until it is ready. */
  digest: string | null
  createdAt: number
  /** When its last part came. */
  changedAt: number
}

export type WorkSampleProgress = Pick<WorkSampleRow, 'receivedBytes' | 'changedAt'> &
  Partial<Pick<WorkSampleRow, 'type' | 'sizeBytes' | 'status' | 'file' | 'digest'>>

export interface WorkSampleRepository {
  insert(sample: WorkSampleRow): Promise<void>
  find(id: string): Promise<WorkSampleRow | null>
  /** Oldest first. */
  listByAttempt(attemptId: string): Promise<WorkSampleRow[]>
  listByMember(memberId: string): Promise<WorkSampleRow[]>
  /** Changes one that is incomplete and has received so many bytes; false when that is not so any more. */
  advance(id: string, received: number, progress: WorkSampleProgress): Promise<boolean>
  delete(id: string): Promise<void>
  /** Of these files the ones that belong to a work sample. */
  findUsedFiles(files: readonly string[]): Promise<string[]>
  /** Deletes the incomplete ones whose last part came before the time, and answers their files. */
  deleteGivenUp(before: number): Promise<string[]>
}

/** An address that shows a work sample to whoever has it. */
export interface SampleLinkRow {
  tokenDigest: string
  sampleId: string
  expiresAt: number
}

export interface SampleLinkRepository {
  insert(link: SampleLinkRow): Promise<void>
  /** Null when unknown or expired. */
  find(tokenDigest: string, now: number): Promise<SampleLinkRow | null>
  deleteExpired(now: number): Promise<void>
}
