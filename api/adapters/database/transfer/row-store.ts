import type { CopiedTable } from './read-tables'

/** Whole numbers as bigint, so that none is rounded. */
export type CopiedRow = Readonly<Record<string, unknown>>

/** The rows of a database, whichever engine keeps them, inside one transaction. */
export interface RowStore {
  engine: 'SQLite' | 'PostgreSQL'
  /**
   * Every row of a table, some at a time.
   * @param order `stored`: as they lie there. `sorted`: by the table's key, texts by their bytes, what is missing first;
   *   the same in every engine
   */
  read(table: CopiedTable, order: 'stored' | 'sorted'): AsyncIterable<readonly CopiedRow[]>
  insert(table: CopiedTable, rows: readonly CopiedRow[]): Promise<void>
  /** Runs the work without the triggers of the database: what they count is copied, too. */
  withoutTriggers(work: () => Promise<void>): Promise<void>
}

export const quoted = (name: string): string => `"${name}"`

export const listOf = (columns: readonly string[]): string => columns.map(quoted).join(', ')

export const isRow = (row: unknown): row is CopiedRow => typeof row === 'object' && row !== null
