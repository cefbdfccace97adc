import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../free-port'
import { findLost, keepAsking } from '../keep-asking'
import { createTestDatabase, queryOnce } from '../postgres/test-database'
import { startProcess, startProcesses } from '../start-processes'
import type { ApiProcess } from '../start-processes'
import { waitUntil } from '../wait-until'
import { startPgBouncer } from './start-pgbouncer'
import type { PoolMode } from './start-pgbouncer'

const PEOPLE = 3
const LOAD_MS = 1_500
/** The lease of a killed process expires. */
const LEASE_MAX_MS = 30_000

export interface PgBouncerReport {
  /** Members whose sign-up was acknowledged. */
  joined: number
  /** Acknowledged but missing data: must be empty. */
  lost: string[]
  /** Failed requests to the surviving process: must be empty. */
  refused: string[]
  /** Locks and open transactions after the kills: must be empty. */
  locks: unknown[]
  /** Error lines in the logs of the last processes. */
  troubles: string[]
}

/** Two API processes behind a real PgBouncer. Repeatedly kills and replaces one under load. Needs a build. */
export async function killBehindPgBouncer(options: { mode: PoolMode; kills: number }): Promise<PgBouncerReport> {
  const { mode, kills } = options
  const { url: server } = await createTestDatabase()
  const { url: databaseUrl } = await startPgBouncer({ server, mode })
  const env = { RATE_LIMIT_FACTOR: '10000', DATABASE_URL: databaseUrl }
  const { one, other } = await startProcesses({ databaseUrl, env })
  const steady = keepAsking(one, PEOPLE)
  const lost: string[] = []
  const held: Lease[] = []
  let joined = 0
  let next: ApiProcess = other
  for (let kill = 1; kill <= kills; kill += 1) {
    const load = keepAsking(next, PEOPLE, `round${kill}-`)
    await waitUntil('people join at both', () => load.joined.length > 5 && steady.joined.length > 5 * kill)
    await pause(Math.random() * LOAD_MS)
    next.process.child.kill('SIGKILL')
    await next.process.ended
    held.push(...(await validLeases(server)))
    await load.ended
    lost.push(...(await findLost(one, load)))
    joined += load.joined.length
    if (kill < kills) {
      const port = await freePort()
      next = await startProcess({ API_PORT: String(port), PUBLIC_API_URL: one.url, ...env })
    }
  }
  const before = steady.joined.length
  await waitUntil('people join after the last kill', () => steady.joined.length > before + 5)
  await steady.stop()
  lost.push(...(await findLost(one, steady)))
  joined += steady.joined.length
  const isOver = async (): Promise<boolean> => {
    const valid = await validLeases(server)
    return !held.some((lease) => valid.includes(lease))
  }
  await waitUntil('every lease held at a kill was renewed, released or has expired', isOver, LEASE_MAX_MS)
  return {
    joined,
    lost,
    refused: steady.answers.filter(({ status }) => status !== 200).map(({ act, status }) => `${act} ${status}`),
    locks: await locksLeft(server),
    troubles: one.process
      .output()
      .split('\n')
      .filter((line) => /^\{"level":(?:50|60)/u.test(line)),
  }
}

/** Holder and end: a renewal changes the end. */
type Lease = string

/** An expired lease blocks nobody: the next one who wants it overwrites it. */
const validLeases = async (server: string): Promise<Lease[]> =>
  (await queryOnce(server, 'select holder, expires_at::text from leases where expires_at > clock_timestamp()')).map(
    (row) => JSON.stringify(row),
  )

const locksLeft = (server: string): Promise<unknown[]> =>
  queryOnce(
    server,
    `select locktype, pid from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
     union all select state, pid from pg_stat_activity
       where datname = current_database() and state like 'idle in transaction%' and state_change < now() - interval '5 s'`,
  )
