import { Client } from 'pg'
import { COMMAND_NAME } from '../open-tables'
import { copyRows } from './copy-rows'
import { createPostgresRows, exactTypes } from './postgres-rows'
import type { PinnedRows, WhileStill } from './snapshot-database'
import { createSqliteRows } from './sqlite-rows'

/** So long writers may have to wait for the last of them to end before the database is still. */
const LOCK_MAX_MS = 10_000

/**
 * Every transaction of ours takes a lock on `schema_migrations` first: who has it alone has waited for all of them, and none
 * can wait for another one. What is written without a transaction waits for the tables that name files.
 */
const BE_STILL = [
  'begin',
  `set local lock_timeout = ${LOCK_MAX_MS}`,
  'lock table schema_migrations in exclusive mode',
  'lock table members, work_samples in exclusive mode',
]

/**
 * A transaction that reads keeps the moment of its first look.
 * @param whileStill runs while nobody can write
 */
export async function pinPostgres(url: string, whileStill?: WhileStill): Promise<PinnedRows> {
  const reader = new Client({ connectionString: url, application_name: COMMAND_NAME, types: exactTypes })
  await reader.connect()
  const look = async (): Promise<number> => {
    const { rows } = await reader.query<{ number: bigint }>('select max(number) as number from schema_migrations')
    return Number(rows[0]?.number ?? 0)
  }
  const pin = async (): Promise<void> => {
    await reader.query('begin transaction isolation level repeatable read, read only')
    await look()
  }
  try {
    await (whileStill ? whileNobodyWrites(url, whileStill, pin) : pin())
  } catch (error) {
    await reader.end()
    throw error
  }
  return {
    schema: look,
    async copyInto(target, tables) {
      target.exec('begin')
      await copyRows({ from: createPostgresRows(reader), to: createSqliteRows(target), tables })
      target.exec('commit')
    },
    close: () => reader.end(),
  }
}

async function whileNobodyWrites(url: string, work: WhileStill, pin: () => Promise<void>): Promise<void> {
  const holder = new Client({ connectionString: url, application_name: COMMAND_NAME })
  await holder.connect()
  try {
    for (const statement of BE_STILL) await holder.query(statement)
    await work()
    await pin()
  } finally {
    // This ends the transaction, and everybody goes on.
    await holder.end()
  }
}
