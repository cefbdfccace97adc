import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../../api/open-store'
import { withRepositories } from '../../support/repositories'
import type { Store } from '../../support/repositories'
import { freePort } from '../../support/free-port'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { startPostgres } from '../../support/postgres/start-postgres'
import { queryOnce } from '../../support/postgres/test-database'
import { runNode } from '../../support/run-process'
import { waitUntil } from '../../support/wait-until'
import { processorTime } from '../scaling/processor-time'

export type Engine = 'SQLite' | 'PostgreSQL'

export const engines: readonly Engine[] = ['SQLite', 'PostgreSQL']

/** Whether this machine can measure it. */
export const isInstalled = (engine: Engine): boolean => engine === 'SQLite' || hasPostgres

/** A data folder and a database for servers that are started one after the other. */
export interface Installation {
  engine: Engine
  folder: string
  /** Opens the database while no server runs. Close it when done. */
  openStore(): Promise<Store>
  /** Updates the engine's statistics, as its own maintenance does within minutes. */
  analyze(): Promise<void>
  /** @param rateLimitFactor RATE_LIMIT_FACTOR */
  startServer(rateLimitFactor: number): Promise<Server>
  /** Processor time of the database's own processes, in milliseconds; 0 on SQLite. */
  databaseMs(): number
  remove(): Promise<void>
}

export interface Server {
  url: string
  pid: number
  /** The text of `/metrics`. */
  metrics(): Promise<string>
  /** Whether it still runs. */
  isUp(): boolean
  /** Whether it answers within some seconds. */
  answers(): Promise<boolean>
  /** Stops it, by force if it does not end. */
  stop(): Promise<void>
}

const METRICS_TOKEN = 'only-for-the-bench'
const ANSWER_MAX_MS = 5_000
const END_MAX_MS = 20_000

export async function openInstallation(engine: Engine): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'membership-hostile-'))
  if (engine === 'SQLite') return installation(engine, { folder, databaseUrl: null, pid: null, end: async () => {} })
  const postgres = await startPostgres({ durable: true })
  await queryOnce(`${postgres.url}/postgres`, 'create database members')
  const rows = await queryOnce(`${postgres.url}/postgres`, `select pg_read_file('postmaster.pid') as text`)
  const pid = Number.parseInt(String(rows[0]?.['text']))
  return installation(engine, { folder, databaseUrl: `${postgres.url}/members`, pid, end: () => postgres.remove() })
}

interface Place {
  folder: string
  databaseUrl: string | null
  /** The main process of the database. */
  pid: number | null
  end: () => Promise<void>
}

function installation(engine: Engine, { folder, databaseUrl, pid, end }: Place): Installation {
  const urls = { api: 'http://localhost:4001', site: 'http://localhost:4000', demo: 'http://localhost:4002' }
  // TrustTags contain the URL of the API that signed them, so every server of an installation has the same URL.
  const port = freePort()
  return {
    engine,
    folder,
    openStore: async () => withRepositories(await openStore({ dataDir: folder, databaseUrl, urls })),
    async analyze() {
      if (databaseUrl !== null) await queryOnce(databaseUrl, 'vacuum analyze')
    },
    startServer: async (rateLimitFactor) => startServer(await port, { folder, databaseUrl, rateLimitFactor }),
    databaseMs: () => (pid === null ? 0 : processorTime([pid])),
    async remove() {
      await end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface StartOptions extends Pick<Place, 'folder' | 'databaseUrl'> {
  rateLimitFactor: number
}

async function startServer(port: number, { folder, databaseUrl, rateLimitFactor }: StartOptions): Promise<Server> {
  const url = `http://127.0.0.1:${port}`
  const running = runNode([join('dist', 'server', 'main.js')], {
    env: {
      API_PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl ?? '',
      RATE_LIMIT_FACTOR: String(rateLimitFactor),
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
      // Each hostile request comes from its own IP address, the probe from thousands.
      TRUST_PROXY: '1',
      VC_API: 'on',
      METRICS_TOKEN,
    },
  })
  await waitUntil('the API serves', async () => {
    if (running.child.exitCode !== null) throw new Error(`The API did not start:\n${running.output()}`)
    return fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  })
  return {
    url,
    pid: running.child.pid ?? 0,
    metrics: async () =>
      (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text(),
    isUp: () => running.child.exitCode === null && running.child.signalCode === null,
    answers: () =>
      fetch(`${url}/health`, { signal: AbortSignal.timeout(ANSWER_MAX_MS) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    stop: async () => {
      running.child.kill('SIGTERM')
      const force = setTimeout(() => running.child.kill('SIGKILL'), END_MAX_MS)
      await running.ended
      clearTimeout(force)
    },
  }
}
