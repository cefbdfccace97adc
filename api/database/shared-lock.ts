import { createKeyedLock, type KeyedLock } from '../lib/concurrency'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { ApiError } from '../lib/errors'
import { createPostgresPool } from './postgres-pool'
import { toStoreError } from './errors'

/** A lock shared by all processes of the installation. */
export interface SharedLock extends KeyedLock {
  /** Skips the work if another process is running work with this name. */
  tryWithLock: (name: string, work: () => Promise<void>) => Promise<void>
  close: () => Promise<void>
}

/** In the database if several processes share one; an SQLite file has one process. */
export function openSharedLock({ databaseUrl }: { databaseUrl: string | null }): SharedLock {
  if (databaseUrl !== null) return openPostgresLock(databaseUrl)
  return { ...createKeyedLock(), tryWithLock: (_name, work) => work(), close: async () => {} }
}

/** A lease is a short statement, so no connection is used during the work. */
const POOL_SIZE = 2
const CONNECT_MAX_MS = 5_000
const STATEMENT_MAX_MS = 10_000

/** Maximum time that a killed process blocks others. */
const LEASE_MS = 20_000
/** Three renewals may fail. */
const RENEWALS_OF_A_LEASE = 4
/** Longer than a lease: a killed process delays the next one, but no request fails. */
const WAIT_MAX_MS = 30_000
const [POLL_MIN_MS, POLL_MAX_MS] = [20, 250]

/**
 * Unlogged: no disk writes; empty after a crash. One transaction, because a process that starts at the same time would
 * fail at a half-created table. The leases of killed processes have expired, but nobody may want their names again.
 */
const TABLE = `select pg_advisory_xact_lock(7326445003);
create unlogged table if not exists leases (name text primary key, holder uuid not null, expires_at timestamptz not null);
delete from leases where expires_at < clock_timestamp()`

/** The database's clock, because machines' clocks differ. */
const END = `clock_timestamp() + $3::int * interval '1 millisecond'`

const TAKE = `insert into leases as held (name, holder, expires_at) values ($1, $2, ${END})
  on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
  where held.expires_at <= clock_timestamp()`
const RENEW = `update leases set expires_at = ${END} where name = $1 and holder = $2`
const RELEASE = 'delete from leases where name = $1 and holder = $2'

/**
 * Leases (rows with an expiry) instead of session locks, which would stay on a pooler's connections, or an open
 * transaction, which would take a connection away from the work.
 * @param options for tests
 */
export function openPostgresLock(
  databaseUrl: string,
  { leaseMs = LEASE_MS, renewMs = leaseMs / RENEWALS_OF_A_LEASE }: { leaseMs?: number; renewMs?: number } = {},
): SharedLock {
  const pool = createPostgresPool({
    url: databaseUrl,
    max: POOL_SIZE,
    statementTimeoutMs: STATEMENT_MAX_MS,
    name: 'turns',
    connectTimeoutMs: CONNECT_MAX_MS,
  })
  const leases = createLeases(pool, leaseMs, renewMs)
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

function createLeases(pool: Pool, leaseMs: number, renewMs: number) {
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
    /** @returns the release function; null while another process has the lease */
    async take(name: string): Promise<Release | null> {
      await ready()
      const lease = [name, randomUUID()]
      if ((await ask(TAKE, [...lease, leaseMs])) === 0) return null
      const renew = () => void ask(RENEW, [...lease, leaseMs]).catch(() => {})
      const renewal = setInterval(renew, renewMs).unref()
      return async () => {
        clearInterval(renewal)
        // If the release fails, the lease expires.
        await ask(RELEASE, lease).catch(() => {})
      }
    },
  }
}

/** @throws ApiError `service-unavailable` after 30 s */
async function waitFor(take: () => Promise<Release | null>): Promise<Release> {
  const end = Date.now() + WAIT_MAX_MS
  for (let delay = POLL_MIN_MS; ; delay = Math.min(delay * 2, POLL_MAX_MS)) {
    const release = await take()
    if (release) return release
    if (Date.now() > end) throw new ApiError('service-unavailable')
    await pause(delay * (0.5 + Math.random()))
  }
}
