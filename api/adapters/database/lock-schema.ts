import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables'

/** Any number; every process that opens this program's databases uses this one. */
const SCHEMA_LOCK = 7_326_445_001

/**
 * PostgreSQL: of processes that start together one changes the schema, and the others find it done. They wait for it as
 * long as it takes: an index on many rows is no statement that hangs. SQLite needs none of this, its transactions lock.
 */
export const lockSchema = async (transaction: Kysely<Tables>): Promise<void> => {
  await sql`set local statement_timeout = 0`.execute(transaction)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
  await sql`select pg_advisory_xact_lock(${sql.lit(SCHEMA_LOCK)})`.execute(transaction)
}
