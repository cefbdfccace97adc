import type { DataRecord, DataTable } from '../../contract/types/data-table'
import type { Answered, TokenOption } from './answered'

export type * from '../../contract/types/data-table'

/** Conditions on a field. A bare value means `equals`. */
export interface WhereOperators {
  equals?: unknown
  not?: unknown
  in?: unknown[]
  notIn?: unknown[]
  lt?: unknown
  lte?: unknown
  gt?: unknown
  gte?: unknown
  contains?: string
  startsWith?: string
  endsWith?: string
  /** Like `contains`, but case-insensitive. */
  search?: string
  mode?: 'insensitive' | 'default'
}

/** Conditions by field key, or `id`, `createdAt`, `updatedAt`, `internalOrder`. All must match. */
export interface WhereClause {
  [field: string]: unknown
  AND?: WhereClause | WhereClause[]
  OR?: WhereClause[]
  NOT?: WhereClause | WhereClause[]
}

/** `asc` and `desc`, in upper or lower case. */
export type OrderByClause = Readonly<Record<string, 'asc' | 'desc' | 'ASC' | 'DESC'>>

/** Relations by field key, and `_count`. */
export type IncludeClause = Readonly<Record<string, unknown>>

export interface DataRecordsQuery {
  where?: WhereClause
  include?: IncludeClause
  /** The fields to return, instead of `include`. */
  select?: Readonly<Record<string, boolean>>
  orderBy?: OrderByClause | OrderByClause[]
  /** 1 to 100. Default: 20. */
  take?: number
  /** 0 to 10,000. Not together with `after`. */
  skip?: number
  /** `pagination.endCursor` of the previous page. */
  after?: number | string
  /** Alone or with conditions: returns only the number of records. */
  _count?: boolean
}

export interface RecordsPage {
  records: DataRecord[]
  pagination: { limit: number; endCursor: number | null; hasMore: boolean }
  _count?: number | undefined
}

/** `tableKey` is the old name of `table`. */
type OfTable = { table: string; tableKey?: string } | { table?: undefined; tableKey: string }

/** Records of the app's tables. Each table's rules define who can do what. */
export interface DataTableClient {
  /** The tables that the visitor or member has any access to. */
  getDataTables(options?: TokenOption): Promise<Answered<{ tables: DataTable[] }>>
  /** @throws `data-table-not-found`, `access-denied` */
  getDataTable(params: OfTable, options?: TokenOption): Promise<Answered<DataTable>>
  /** @throws `data-table-not-found`, `access-denied`, `invalid-field-value` */
  getDataRecords(
    params: OfTable & {
      /** ISO 8601: created at or after, and at or before, this time. */
      createdAfter?: string
      createdBefore?: string
      sortBy?: string
      sortDirection?: 'asc' | 'desc' | 'ASC' | 'DESC'
      /** 1 to 100. */
      limit?: number
      /** `pagination.endCursor` of the previous page. */
      after?: number | string
    },
    options?: TokenOption,
  ): Promise<Answered<RecordsPage>>
  /** Null if there is no such record, or no read access. @throws `data-table-not-found`, `access-denied` */
  getDataRecord(
    params: OfTable & { recordId: string; include?: IncludeClause },
    options?: TokenOption,
  ): Promise<Answered<DataRecord | null>>
  /**
   * @throws `data-table-not-found`, `access-denied`, and `invalid-field-value`, whose message explains what is wrong
   * with the query
   */
  queryDataRecords(
    params: OfTable & { query: DataRecordsQuery },
    options?: TokenOption,
  ): Promise<Answered<RecordsPage | { _count: number }>>
  /**
   * The record belongs to the logged-in member, if there is one.
   * @throws `access-denied`, `required-field-missing`, `invalid-field-type`, `invalid-field-value`,
   * `unique-constraint-violation`
   */
  createDataRecord(
    params: OfTable & { data: Readonly<Record<string, unknown>> },
    options?: TokenOption,
  ): Promise<Answered<DataRecord>>
  /**
   * Changes the given fields. Null removes a value. @throws the codes of `createDataRecord`, and
   * `data-record-not-found`
   */
  updateDataRecord(
    params: { recordId: string; data: Readonly<Record<string, unknown>> },
    options?: TokenOption,
  ): Promise<Answered<DataRecord>>
  /** @throws `data-record-not-found`, `access-denied` */
  deleteDataRecord(params: { recordId: string }, options?: TokenOption): Promise<Answered<{ id: string }>>
}
