import type { QueryOperator, SystemField } from '../../contract/data-tables'
import type { Mode } from '../domain/mode'

/** A table of one app in one mode. */
export interface TableScope {
  appId: string
  mode: Mode
  /** Key of the table. */
  tableKey: string
}

/** A value as it is stored and compared: booleans are 0 and 1, dates epoch milliseconds. */
export type StoredValue = string | number

export interface DataRecordRow extends TableScope {
  id: string
  /** Who made it; null: a visitor, or whoever holds a secret key. */
  memberId: string | null
  /** By key of the field; only what has a value. */
  values: Record<string, StoredValue>
  createdAt: number
  updatedAt: number
  /** Counts up within the table. */
  internalOrder: number
}

/** What one record is connected with. */
export interface RecordLink {
  recordId: string
  /** Of the field that connects. */
  fieldKey: string
  target: LinkTarget
}

export interface LinkTarget {
  kind: 'record' | 'member'
  id: string
}

/** What a query asks for, read and checked: only names that the table has. */
export type Condition =
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }
  | { not: Condition }
  | {
      field: ConditionField
      operator: Exclude<QueryOperator, 'not' | 'notIn'>
      /** One for all operators but `in`. None in `equals` stands for nothing: no value. */
      values: readonly StoredValue[]
      /** Whether capital and small letters are the same. */
      insensitive: boolean
    }

export type ConditionField =
  | { kind: 'system'; name: SystemField }
  | { kind: 'value'; key: string; type: 'text' | 'number' }
  | { kind: 'link'; key: string; to: LinkTarget['kind'] }

export interface RecordOrder {
  field: Exclude<ConditionField, { kind: 'link' }>
  direction: 'asc' | 'desc'
}

export interface RecordQuery extends TableScope {
  /** Only those that this member made. */
  ownerId: string | null
  where: Condition
  /** The number of the record is the last word, upwards. */
  orderBy: readonly RecordOrder[]
  take: number
  skip: number
  /** Number of the last record before; null for the start. */
  after: number | null
}

export type RecordCount = Pick<RecordQuery, keyof TableScope | 'ownerId' | 'where'>

export interface DataRecordRepository {
  /** Gives it the next number of its table. @throws UniqueConstraintError */
  insert(
    record: Omit<DataRecordRow, 'internalOrder'>,
    uniques: Readonly<Record<string, string>>,
  ): Promise<DataRecordRow>
  find(id: string): Promise<DataRecordRow | null>
  /** Locks the row until the transaction ends and answers it as it stands now. */
  lock(id: string): Promise<DataRecordRow | null>
  /** @throws UniqueConstraintError */
  update(
    id: string,
    changes: Pick<DataRecordRow, 'values' | 'updatedAt'>,
    uniques: Readonly<Record<string, string>>,
  ): Promise<void>
  delete(id: string): Promise<void>
  query(query: RecordQuery): Promise<DataRecordRow[]>
  count(count: RecordCount): Promise<number>
  /** False when it was there already. */
  connect(link: RecordLink): Promise<boolean>
  /** False when it was not there. */
  disconnect(link: RecordLink): Promise<boolean>
  /** Of one field or, without it, of all fields of these records; in the order in which they were made. */
  listLinks(recordIds: readonly string[], fieldKey?: string): Promise<RecordLink[]>
}
