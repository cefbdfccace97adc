import type { MirrorJobRow } from './trusttag/audit-store'

/** A record as a row of a spreadsheet, by name of the column. */
export interface MirrorRecord {
  kind: MirrorJobRow['kind']
  /** Of the record: a copy that is there already is replaced. */
  id: string
  fields: Readonly<Record<string, string | number | boolean | null>>
}

/** A spreadsheet service that keeps copies of records for the owner. The database stays the record. */
export interface Mirror {
  /** Writes the copy of a record, once however often it is called. Rejects with a sentence that names no secret. */
  put(record: MirrorRecord, signal: AbortSignal): Promise<void>
}
