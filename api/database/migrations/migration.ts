import type { Transaction } from 'kysely'
import type { Tables } from '../tables'

/** What a step adds to the schema, and what goes when the step is undone. */
export interface Additions {
  /** In the order in which they are made: a table stands after those that it refers to. */
  tables?: readonly string[]
  /** Of tables that were there before. */
  columns?: readonly (readonly [table: string, column: string])[]
  /** Of tables that were there before. */
  indexes?: readonly string[]
}

/** One step of the schema. Once released it never changes; a correction is a new step. */
export interface Migration {
  number: number
  name: string
  adds: Additions
  up: (transaction: Transaction<Tables>) => Promise<void>
  /** Undoes `up`: the schema is as it was before, and what `adds` names is gone with what it held. */
  down: (transaction: Transaction<Tables>) => Promise<void>
}
