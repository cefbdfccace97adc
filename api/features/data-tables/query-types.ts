import type { QueryOperator, SystemField } from '../../../contract/data-tables'
import type { Tables } from '../../database/tables'

type Row = Tables['dataRecords']

export type TableScope = Pick<Row, 'appId' | 'mode' | 'tableKey'>

/** As stored and compared: booleans are 0 and 1, dates epoch milliseconds. */
export type StoredValue = string | number

export interface DataRecordRow extends Row {
  /** By field key; empty fields are missing. */
  values: Record<string, StoredValue>
}

/** Readable by the caller. */
export interface VisibleRecords extends TableScope {
  /** Only this member's records; null: all. */
  ownerId: string | null
}

export interface RecordLink {
  recordId: string
  fieldKey: string
  target: LinkTarget
}

export interface LinkTarget {
  kind: 'record' | 'member'
  id: string
}

export type Condition =
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }
  | { not: Condition }
  | {
      field: ConditionField
      operator: Exclude<QueryOperator, 'not' | 'notIn'>
      /** Any of them; an empty `equals` matches records without a value. */
      values: readonly StoredValue[]
      /** Ignores case. */
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

export interface RecordQuery extends VisibleRecords {
  where: Condition
  /** Ties are ordered by record number. */
  orderBy: readonly RecordOrder[]
  take: number
  skip: number
  /** `internalOrder` of the previous page's last record; null for the first page. */
  after: number | null
}

export type RecordCount = Pick<RecordQuery, keyof VisibleRecords | 'where'>

/** Remaining reads of a query. */
export interface ReadBudget {
  /** In units of `QUERY_READS_MAX`. */
  readonly readsLeft: number
  /** @throws ApiError `query-limit-exceeded` when fewer are left */
  read(units: number): void
  /** @throws ApiError `query-limit-exceeded` always */
  refuse(): never
}

/** From one level of a query to the next. */
export interface Relation {
  /** The field that stores the links. */
  fieldKey: string
  /** `forth`: records that the parents' field names. `back`: records whose field names the parents. */
  way: 'forth' | 'back'
}

export interface RelatedQuery extends RecordQuery {
  relation: Relation
  parentIds: readonly string[]
}

export type RelatedCount = Pick<RelatedQuery, keyof VisibleRecords | 'relation' | 'parentIds'>

/** A page of the members connected with a record. */
export interface MemberLinks {
  memberIds: string[]
  count: number
  /** Whether `memberId` is on any page. */
  hasMember: boolean
}

export interface MemberLinkQuery {
  parentIds: readonly string[]
  fieldKey: string
  skip: number
  take: number
  memberId: string | null
}
