import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFile } from '../../../api/database/libsql'
import { freePort } from '../../support/free-port'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { startPostgres } from '../../support/postgres/start-postgres'
import { queryOnce } from '../../support/postgres/test-database'
import { runNode } from '../../support/run-process'
import { waitUntil } from '../../support/wait-until'

/** Processes of the built API on one database with synchronous commits. */
export interface Installation {
  name: string
  urls: readonly string[]
  /** Process ids of the API and of a separate database server. */
  pids: readonly number[]
  databaseBytes: () => Promise<number>
  stop: () => Promise<void>
}

/** Layout of an installation. */
export interface Setup {
  name: string
  /** Null without its database. */
  start: (() => Promise<Installation>) | null
}

const setup = (name: string, start: (name: string) => Promise<Installation>, isInstalled = true): Setup => ({
  name,
  start: isInstalled ? () => start(name) : null,
})

export const setups: readonly Setup[] = [
  setup('SQLite, one process', onSqlite),
  setup('PostgreSQL, one process', (name) => onPostgres(name, 1), hasPostgres),
  setup('PostgreSQL, two processes', (name) => onPostgres(name, 2), hasPostgres),
]

async function onSqlite(name: string): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'membership-scaling-'))
  const api = await startApi({ DATA_DIR: folder })
  return {
    name,
    urls: [api.url],
    pids: [api.pid],
    databaseBytes: async () => sizeOf(join(folder, 'membership.db')),
    stop: async () => {
      await api.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function onPostgres(name: string, processes: number): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'membership-scaling-'))
  const server = await startPostgres({ durable: true })
  await queryOnce(`${server.url}/postgres`, 'create database members')
  const url = `${server.url}/members`
  const apis = await Promise.all(
    Array.from({ length: processes }, (_, index) =>
      startApi({ DATA_DIR: join(folder, String(index)), DATABASE_URL: url }),
    ),
  )
  return {
    name,
    urls: apis.map((api) => api.url),
    pids: [
      ...apis.map((api) => api.pid),
      Number.parseInt(await readFile(join(server.folder, 'postmaster.pid'), 'utf8')),
    ],
    databaseBytes: async () =>
      Number((await queryOnce(url, `select pg_database_size('members') as bytes`))[0]?.['bytes']),
    stop: async () => {
      await Promise.all(apis.map((api) => api.stop()))
      await server.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** With limits that are practically off. */
async function startApi(env: Record<string, string>): Promise<{ url: string; pid: number; stop: () => Promise<void> }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const running = runNode(['dist/server/main.js'], {
    env: {
      API_PORT: String(port),
      RATE_LIMIT_FACTOR: '10000',
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
      TRUST_PROXY: '1',
      ...env,
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
    stop: async () => {
      running.child.kill('SIGTERM')
      await running.ended
    },
  }
}

/** After the log has been written into the database file. */
function sizeOf(file: string): number {
  const database = openFile(file)
  try {
    database.pragma('wal_checkpoint(truncate)')
    const read = (what: string) =>
      Number(database.prepare(`select ${what} as value from pragma_${what}`).pluck().all()[0])
    return read('page_count') * read('page_size')
  } finally {
    database.close()
  }
}
