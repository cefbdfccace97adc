import type { Mode } from '../../domain/mode'

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
  /** Media type: until it is complete the one that was claimed, then the one that its content has. */
  type: string
  sizeBytes: number
  receivedBytes: number
  /** - `RECEIVING`: parts are missing - `READY`: complete and checked */
  status: 'RECEIVING' | 'READY'
  /** Name in the files port; null until it is ready. */
  file: string | null
  /** Hexadecimal SHA-256 of what is kept; null until it is ready. */
  digest: string | null
  createdAt: number
}

export interface WorkSampleRepository {
  insert(sample: WorkSampleRow): Promise<void>
  find(id: string): Promise<WorkSampleRow | null>
  /** Oldest first. */
  listByAttempt(attemptId: string): Promise<WorkSampleRow[]>
  listByMember(memberId: string): Promise<WorkSampleRow[]>
  update(
    id: string,
    changes: Partial<Pick<WorkSampleRow, 'type' | 'sizeBytes' | 'receivedBytes' | 'status' | 'file' | 'digest'>>,
  ): Promise<void>
  delete(id: string): Promise<void>
}
