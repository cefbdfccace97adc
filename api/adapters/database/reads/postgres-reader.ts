import type { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import { Connection } from 'pg'
import type { PoolClient } from 'pg'
import type { DatabaseWatch } from '../../../ports/metrics'
import { guardedDialect } from '../guarded-dialect'
import { logQueries } from '../log-queries'
import { createPostgresPool } from '../postgres-pool'
import type { Tables } from '../../../database/tables'
import type { Reader } from './expensive-reads'
import { StatementTimer } from './statement-timer'

/** The server's own limit comes a little later than ours, which also counts what happens between statements. */
const AFTER_MS = 50
/** Of what stands outside of the transactions, which have a shorter one of their own. */
const STATEMENT_MAX_MS = 20_000
/** A second cancellation of the same statement helps only where the first was lost. */
const CANCEL_AGAIN_MS = 1_000

export interface PostgresReaderOptions {
  /** See `createPostgresPool`. */
  url: string
  insideTransaction: AsyncLocalStorage<true>
  watch?: DatabaseWatch | undefined
}

/**
 * One connection for reads. The time limit is set within each transaction, so it also holds behind a pooler that gives every
 * transaction another connection.
 */
export function createPostgresReader({ url, insideTransaction, watch }: PostgresReaderOptions): Reader {
  const pool = createPostgresPool({ url, max: 1, statementTimeoutMs: STATEMENT_MAX_MS, name: 'reads' })
  let client: PoolClient | null = null
  let cancelledAt = 0
  let cancelled: Promise<void> = Promise.resolve()
  let timeoutMs = 0
  pool.on('connect', (connected) => void (client = connected))
  const begin = () =>
    `start transaction isolation level repeatable read read only; set local statement_timeout = ${timeoutMs}`
  const timer = new StatementTimer()
  const db = new Kysely<Tables>({
    dialect: timer.time(guardedDialect(new PostgresDialect({ pool }), { insideTransaction, begin })),
    plugins: [new CamelCasePlugin()],
    ...logQueries(watch),
  })
  return {
    db,
    timer,
    isInProcess: false,
    prepare(maxMs) {
      timeoutMs = maxMs + AFTER_MS
      cancelledAt = 0
    },
    interrupt() {
      if (!client || Date.now() - cancelledAt < CANCEL_AGAIN_MS) return
      cancelledAt = Date.now()
      cancelled = cancel(client)
    },
    // A cancellation that comes late would end a statement of the next transaction.
    settled: () => cancelled,
    async close() {
      // Who asked before is on the way to the pool.
      await nextTurn()
      if (!pool.ending) await pool.end()
    },
  }
}

/** What `pg` has and its types leave out. */
interface Cancelling {
  connect(port: number | string, host: string): void
  cancel(processId: unknown, secretKey: unknown): void
  on(event: 'connect' | 'error' | 'end', listen: () => void): void
}

interface Cancelled {
  host: string
  port: number
  processID: unknown
  secretKey: unknown
}

/**
 * PostgreSQL's own way: another connection names the one whose statement is to end, and is closed once that was told. A pooler
 * passes it on.
 */
function cancel(target: PoolClient): Promise<void> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see `Cancelled`
  const { host, port, processID, secretKey } = target as unknown as Cancelled
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see `Cancelling`
  const connection = new Connection() as unknown as Cancelling
  return new Promise((resolve) => {
    connection.on('connect', () => connection.cancel(processID, secretKey))
    connection.on('error', resolve)
    connection.on('end', resolve)
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`, '')
    else connection.connect(port, host)
  })
}
