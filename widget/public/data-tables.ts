import type { DataRecord, DataTable } from '../../contract/types/data-table'
import type { Answered, TokenOption } from './answered'

export type * from '../../contract/types/data-table'

/** What a condition asks of a field; a bare value stands for `equals`. */
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
  /** As `contains`, whatever the capitals. */
  search?: string
  mode?: 'insensitive' | 'default'
}

/** Conditions by key of the field, or `id`, `createdAt`, `updatedAt`, `internalOrder`; all must hold. */
export interface WhereClause {
  [field: string]: unknown
  AND?: WhereClause | WhereClause[]
  OR?: WhereClause[]
  NOT?: WhereClause | WhereClause[]
}

/** `asc` and `desc` in either case. */
export type OrderByClause = Readonly<Record<string, 'asc' | 'desc' | 'ASC' | 'DESC'>>

/** Relations by key of the field, and `_count`. */
export type IncludeClause = Readonly<Record<string, unknown>>

export interface DataRecordsQuery {
  where?: WhereClause
  include?: IncludeClause
  /** Instead of `include`: the fields that are wanted. */
  select?: Readonly<Record<string, boolean>>
  orderBy?: OrderByClause | OrderByClause[]
  /** 1 to 100; 20 where nothing is said. */
  take?: number
  /** 0 to 10,000; not together with `after`. */
  skip?: number
  /** `pagination.endCursor` of the page before. */
  after?: number | string
  /** Alone, or with conditions: only how many there are. */
  _count?: boolean
}

export interface RecordsPage {
  records: DataRecord[]
  pagination: { limit: number; endCursor: number | null; hasMore: boolean }
  _count?: number | undefined
}

/** `tableKey` is the older name of `table`. */
type OfTable = { table: string; tableKey?: string } | { table?: undefined; tableKey: string }

/** Records of the tables that the app defines. Who may do what stands in each table's rules. */
export interface DataTableClient {
  /** The tables of which the visitor or member may do anything. */
  getDataTables(options?: TokenOption): Promise<Answered<{ tables: DataTable[] }>>
  /** @throws `data-table-not-found`, `access-denied` */
  getDataTable(params: OfTable, options?: TokenOption): Promise<Answered<DataTable>>
  /** @throws `data-table-not-found`, `access-denied`, `invalid-field-value` */
  getDataRecords(
    params: OfTable & {
      /** ISO 8601: made then or later, or then or before. */
      createdAfter?: string
      createdBefore?: string
      sortBy?: string
      sortDirection?: 'asc' | 'desc' | 'ASC' | 'DESC'
      /** 1 to 100. */
      limit?: number
      /** `pagination.endCursor` of the page before. */
      after?: number | string
    },
    options?: TokenOption,
  ): Promise<Answered<RecordsPage>>
  /** Null where there is none, or none that may be read. @throws `data-table-not-found`, `access-denied` */
  getDataRecord(
    params: OfTable & { recordId: string; include?: IncludeClause },
    options?: TokenOption,
  ): Promise<Answered<DataRecord | null>>
  /** @throws `data-table-not-found`, `access-denied`, `invalid-field-value`, saying what is wrong with the query */
  queryDataRecords(
    params: OfTable & { query: DataRecordsQuery },
    options?: TokenOption,
  ): Promise<Answered<RecordsPage | { _count: number }>>
  /**
   * Its maker is the logged-in member, if there is one.
   * @throws `access-denied`, `required-field-missing`, `invalid-field-type`, `invalid-field-value`,
   *   `unique-constraint-violation`
   */
  createDataRecord(
    params: OfTable & { data: Readonly<Record<string, unknown>> },
    options?: TokenOption,
  ): Promise<Answered<DataRecord>>
  /** Changes the fields that are named; null takes a value away. @throws as `createDataRecord`, and `data-record-not-found` */
  updateDataRecord(
    params: { recordId: string; data: Readonly<Record<string, unknown>> },
    options?: TokenOption,
  ): Promise<Answered<DataRecord>>
  /** @throws `data-record-not-found`, `access-denied` */
  deleteDataRecord(params: { recordId: string }, options?: TokenOption): Promise<Answered<{ id: string }>>
}
