import type { QueryOperator, SystemField } from '../../../contract/data-tables'
import type { Tables } from '../../database/tables'

type Row = Tables['dataRecords']

/** A table of one app in one mode. */
export type TableScope = Pick<Row, 'appId' | 'mode' | 'tableKey'>

/** A value as it is stored and compared: booleans are 0 and 1, dates epoch milliseconds. */
export type StoredValue = string | number

export interface DataRecordRow extends Row {
  /** By field key; empty fields are missing. */
  values: Record<string, StoredValue>
}

/** The records of a table that a caller may read. */
export interface VisibleRecords extends TableScope {
  /** Only records of this member; null: all. */
  ownerId: string | null
}

/** One connection of a record. */
export interface RecordLink {
  recordId: string
  /** Key of the relation. */
  fieldKey: string
  target: LinkTarget
}

export interface LinkTarget {
  kind: 'record' | 'member'
  id: string
}

/** A checked condition: all fields in it exist. */
export type Condition =
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }
  | { not: Condition }
  | {
      field: ConditionField
      operator: Exclude<QueryOperator, 'not' | 'notIn'>
      /** Records match any of them; none in `equals` matches records without a value. */
      values: readonly StoredValue[]
      /** Compares without case. */
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
  /** Records that are equal in these fields come in the order of their numbers. */
  orderBy: readonly RecordOrder[]
  take: number
  skip: number
  /** `internalOrder` of the last record of the page before; null for the first page. */
  after: number | null
}

export type RecordCount = Pick<RecordQuery, keyof VisibleRecords | 'where'>

/** The reads that a query has left. */
export interface ReadBudget {
  /** Units of `QUERY_READS_MAX`. */
  readonly readsLeft: number
  /** @throws ApiError `query-limit-exceeded` when fewer are left */
  read(units: number): void
  /** @throws ApiError `query-limit-exceeded` always */
  refuse(): never
}

/** Leads from the records of one level of a query to those of the next. */
export interface Relation {
  /** Key of the field that stores the links. */
  fieldKey: string
  /** `forth`: the records that the parents' field names. `back`: the records whose field names the parents. */
  way: 'forth' | 'back'
}

export interface RelatedQuery extends RecordQuery {
  relation: Relation
  parentIds: readonly string[]
}

export type RelatedCount = Pick<RelatedQuery, keyof VisibleRecords | 'relation' | 'parentIds'>

/** A page of the members that a record is connected with. */
export interface MemberLinks {
  memberIds: string[]
  /** Of all pages. */
  count: number
  /** Whether the member of the query is on any page. */
  hasMember: boolean
}

export interface MemberLinkQuery {
  parentIds: readonly string[]
  fieldKey: string
  skip: number
  take: number
  /** For `hasMember`. */
  memberId: string | null
}
