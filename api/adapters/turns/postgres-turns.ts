import { createHash } from 'node:crypto'
import { Pool } from 'pg'
import type { PoolClient } from 'pg'
import { toStoreError } from '../database/to-store-error'
import { createTurns } from '../files/turns'
import type { Turns } from './open-turns'

/** Each turn holds a connection while its work runs, so they have a pool of their own; connections are made when they are needed. */
const POOL_SIZE = 20
const CONNECT_MAX_MS = 5_000
/** Who waits longer for a turn is told to come again. */
const WAIT_MAX_MS = 30_000

/** A machine that is gone without a word gives its turns back after a minute. */
const NOTICE_LOSS = '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3'

/**
 * Turns by advisory locks of PostgreSQL: they end with the connection that holds them, so a killed process leaves none
 * behind. Whoever waits in this process waits here, and one of them in the database.
 */
export function openPostgresTurns(databaseUrl: string): Turns {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_MAX_MS,
    statement_timeout: WAIT_MAX_MS,
    // A server that stands still keeps no time. What is lost by it is closed by `withClient`.
    query_timeout: WAIT_MAX_MS + CONNECT_MAX_MS,
    application_name: 'membership turns',
    options: NOTICE_LOSS,
  })
  pool.on('error', () => {})
  // One that is lost while its work runs is found out when the turn ends.
  pool.on('connect', (client) => void client.on('error', () => {}))
  const here = createTurns()
  return {
    inTurn: (key, work) =>
      here(key, () =>
        withClient(pool, async (client) => {
          await ask(client, 'select pg_advisory_lock($1)', key)
          return work()
        }),
      ),
    unlessUnderWay: (name, work) =>
      withClient(pool, async (client) => {
        if ((await ask(client, 'select pg_try_advisory_lock($1) as is_mine', name)) === true) await work()
      }),
    close: () => pool.end(),
  }
}

/** Whatever was locked on the connection is free afterwards. */
async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw toStoreError(error)
  })
  try {
    return await work(client)
  } finally {
    await client.query('select pg_advisory_unlock_all()').then(
      () => client.release(),
      // A connection that cannot say so is closed, which ends its locks, too.
      () => client.release(true),
    )
  }
}

async function ask(client: PoolClient, statement: string, name: string): Promise<unknown> {
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement, [lockNumber(name)])
    return rows[0]?.['is_mine']
  } catch (error) {
    throw toStoreError(error)
  }
}

/** PostgreSQL's locks are named by numbers of eight bytes. */
const lockNumber = (name: string): string =>
  createHash('sha256').update(`membership turn ${name}`).digest().readBigInt64BE().toString()
