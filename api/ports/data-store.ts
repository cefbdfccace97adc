import type { QueryOperator, SystemField } from '../../contract/data-tables'
import type { Mode } from '../lib/ids'

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

/** How much a query may still read. */
export interface ReadBudget {
  /** Units of `QUERY_READS_MAX`. */
  readonly readsLeft: number
  /** @throws ApiError `query-limit-exceeded` where more is read than is left */
  read(units: number): void
  /** @throws ApiError `query-limit-exceeded` always */
  refuse(): never
}

/** What leads from the records of one level to those of the next. */
export interface Relation {
  /** Key of the field that links. */
  fieldKey: string
  /** `forth`: the records that the parents' field names. `back`: the records whose field names the parents. */
  way: 'forth' | 'back'
}

export interface RelatedQuery extends RecordQuery {
  relation: Relation
  parentIds: readonly string[]
}

export type RelatedCount = Pick<RelatedQuery, keyof TableScope | 'ownerId' | 'relation' | 'parentIds'>

/** A page of the members that a record is connected with. */
export interface MemberLinks {
  memberIds: string[]
  /** All of them. */
  count: number
  /** Whether the member asked for is among all of them. */
  hasMember: boolean
}

export interface MemberLinkQuery {
  parentIds: readonly string[]
  fieldKey: string
  skip: number
  take: number
  /** Null: nobody. */
  memberId: string | null
}

export interface DataRecordRepository {
  /** Gives it the next number of its table. @throws UniqueConstraintError */
  insert(
    record: Omit<DataRecordRow, 'internalOrder'>,
    uniques: Readonly<Record<string, string>>,
  ): Promise<DataRecordRow>
  find(id: string): Promise<DataRecordRow | null>
  /** Of these, in no order; those that are not there are left out. */
  list(ids: readonly string[]): Promise<DataRecordRow[]>
  /** Bytes of the values of these records, about. */
  sizeOf(ids: readonly string[]): Promise<number>
  /** Locks the row until the transaction ends and answers it as it stands now. */
  lock(id: string): Promise<DataRecordRow | null>
  /** @throws UniqueConstraintError */
  update(
    id: string,
    changes: Pick<DataRecordRow, 'values' | 'updatedAt'>,
    uniques: Readonly<Record<string, string>>,
  ): Promise<void>
  delete(id: string): Promise<void>
  /** IDs in the order of the query. @throws ApiError `query-limit-exceeded` */
  search(query: RecordQuery, budget: ReadBudget): Promise<string[]>
  /** @throws ApiError `query-limit-exceeded` */
  count(count: RecordCount, budget: ReadBudget): Promise<number>
  /** How many records a table has for one caller: an index is counted. */
  countAll(count: Omit<RecordCount, 'where'>): Promise<number>
  /** IDs in the order of the query, for each parent that has any. @throws ApiError `query-limit-exceeded` */
  searchRelated(query: RelatedQuery, budget: ReadBudget): Promise<Map<string, string[]>>
  /** For each parent that has any. @throws ApiError `query-limit-exceeded` */
  countRelated(count: RelatedCount, budget: ReadBudget): Promise<Map<string, number>>
  /** In the order in which they were connected, for each parent. @throws ApiError `query-limit-exceeded` */
  listMemberLinks(query: MemberLinkQuery, budget: ReadBudget): Promise<Map<string, MemberLinks>>
  /** How many of these are in a table, for one caller. */
  countThere(scope: Omit<RecordCount, 'where'>, ids: readonly string[]): Promise<number>
  isConnectedWithMember(recordId: string, fieldKey: string, memberId: string): Promise<boolean>
  /** How many of these were not connected before. */
  connect(record: LinkingRecord, fieldKey: string, targets: readonly LinkTarget[]): Promise<number>
  /** How many of these were connected; without a list, all of the field. */
  disconnect(recordId: string, fieldKey: string, targets?: readonly LinkTarget[]): Promise<number>
  /** Of some fields, in the order in which they were made. */
  listLinks(recordIds: readonly string[], fieldKeys: readonly string[]): Promise<RecordLink[]>
  /** Takes away some of the links from and to a record. @returns less than `max` when none is left */
  deleteLinks(recordId: string, max: number): Promise<number>
}

export type LinkingRecord = Pick<DataRecordRow, 'id' | 'tableKey' | 'internalOrder'>
