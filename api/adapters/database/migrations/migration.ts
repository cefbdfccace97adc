import type { Transaction } from 'kysely'
import type { Tables } from '../tables'

/** One step of the schema. Once released it never changes; a correction is a new step. */
export interface Migration {
  number: number
  name: string
  up: (transaction: Transaction<Tables>) => Promise<void>
}
