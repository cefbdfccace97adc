import { createKeyedLock } from '../lib/concurrency'
import type { KeyedLock } from '../lib/concurrency'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { ApiError } from '../lib/errors'
import { createPostgresPool } from './postgres-pool'
import { toStoreError } from './errors'

/** A lock that all processes of the installation share. */
export interface SharedLock extends KeyedLock {
  /** Runs the work unless another process is at work of that name: then that one does it. */
  tryWithLock: (name: string, work: () => Promise<void>) => Promise<void>
  close: () => Promise<void>
}

/** The database keeps the locks where several processes share one; with a file of its own there is one process. */
export function openSharedLock({ databaseUrl }: { databaseUrl: string | null }): SharedLock {
  if (databaseUrl !== null) return openPostgresLock(databaseUrl)
  return { ...createKeyedLock(), tryWithLock: (_name, work) => work(), close: async () => {} }
}

/** A lease is one short statement, so work that holds one needs no connection meanwhile. */
const POOL_SIZE = 2
const CONNECT_MAX_MS = 5_000
const STATEMENT_MAX_MS = 10_000

/** A process that was killed, or whose machine is gone, keeps a lease for this long at most. */
const LEASE_MS = 20_000
/** So three renewals may fail. */
const RENEWALS_OF_A_LEASE = 4
/** Longer than a lease: a killed process delays the next one, and fails no request. */
const WAIT_MAX_MS = 30_000
const [POLL_MIN_MS, POLL_MAX_MS] = [20, 250]

/**
 * Unlogged: it costs no disk writes that wait. After a crash of the database it is empty. Both statements are one transaction:
 * of processes that start together, the second would otherwise fail at the first one's half-made table.
 */
const TABLE = `select pg_advisory_xact_lock(7326445003);
create unlogged table if not exists leases (name text primary key, holder uuid not null, expires_at timestamptz not null)`

/** By the clock of the database, which all processes share. */
const END = `clock_timestamp() + $3::int * interval '1 millisecond'`

const TAKE = `insert into leases as held (name, holder, expires_at) values ($1, $2, ${END})
  on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
  where held.expires_at <= clock_timestamp()`
const RENEW = `update leases set expires_at = ${END} where name = $1 and holder = $2`
const RELEASE = 'delete from leases where name = $1 and holder = $2'

/**
 * Locks as leases: rows with an expiry. Locks of a session would stay behind on the connections of a pooler, and a transaction
 * that is open during the work would take one of its few connections away from the work itself.
 * @param options.leaseMs for tests
 */
export function openPostgresLock(databaseUrl: string, { leaseMs = LEASE_MS }: { leaseMs?: number } = {}): SharedLock {
  const pool = createPostgresPool({
    url: databaseUrl,
    max: POOL_SIZE,
    statementTimeoutMs: STATEMENT_MAX_MS,
    name: 'turns',
    connectTimeoutMs: CONNECT_MAX_MS,
  })
  const leases = createLeases(pool, leaseMs)
  const inProcess = createKeyedLock()
  return {
    withLock: (key, work) =>
      inProcess.withLock(key, async () => {
        const release = await waitFor(() => leases.take(key))
        try {
          return await work()
        } finally {
          await release()
        }
      }),
    tryWithLock: async (name, work) => {
      const release = await leases.take(name)
      if (!release) return
      try {
        await work()
      } finally {
        await release()
      }
    },
    close: () => pool.end(),
  }
}

type Release = () => Promise<void>

function createLeases(pool: Pool, leaseMs: number) {
  let table: Promise<unknown> | null = null
  const ask = async (statement: string, values?: unknown[]): Promise<number> => {
    const { rowCount } = await pool.query(statement, values).catch((error: unknown) => {
      throw toStoreError(error)
    })
    return rowCount ?? 0
  }
  const ready = (): Promise<unknown> =>
    (table ??= ask(TABLE).catch((error: unknown) => {
      table = null
      throw error
    }))
  return {
    /** @returns what gives the lease back; null while another holder has it */
    async take(name: string): Promise<Release | null> {
      await ready()
      const lease = [name, randomUUID()]
      if ((await ask(TAKE, [...lease, leaseMs])) === 0) return null
      const renew = () => void ask(RENEW, [...lease, leaseMs]).catch(() => {})
      const renewal = setInterval(renew, leaseMs / RENEWALS_OF_A_LEASE).unref()
      return async () => {
        clearInterval(renewal)
        // What cannot be given back now expires.
        await ask(RELEASE, lease).catch(() => {})
      }
    },
  }
}

/** @throws ApiError `service-unavailable` after half a minute */
async function waitFor(take: () => Promise<Release | null>): Promise<Release> {
  const end = Date.now() + WAIT_MAX_MS
  for (let delay = POLL_MIN_MS; ; delay = Math.min(delay * 2, POLL_MAX_MS)) {
    const release = await take()
    if (release) return release
    if (Date.now() > end) throw new ApiError('service-unavailable')
    await pause(delay * (0.5 + Math.random()))
  }
}
