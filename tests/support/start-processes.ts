import { onTestFinished } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '../../api/database/open-database'
import { withRepositories } from './repositories'
import type { Store } from './repositories'
import { freePort } from './free-port'
import { createTestDatabase } from './postgres/test-database'
import { runNode } from './run-process'
import type { RunningProcess } from './run-process'
import { waitUntil } from './wait-until'

export interface ApiProcess {
  url: string
  process: RunningProcess
  dataDir: string
}

export interface Processes {
  one: ApiProcess
  other: ApiProcess
  databaseUrl: string
  /** The database that they share. */
  store: Store
}

export interface ProcessOptions {
  /** The same for all. */
  env?: Record<string, string>
  /** Additional settings per process. @param index from 0 */
  envOf?: (index: number) => Record<string, string>
  databaseUrl?: string
  /** Registers the cleanup; by default it runs when the test ends. */
  atEnd?: AtEnd
}

type AtEnd = (end: () => Promise<void>) => unknown

/**
 * Two API processes that start together on one PostgreSQL, with a folder each, as behind a load balancer: each trusts
 * one proxy. They end with the test. Needs a build.
 */
export async function startProcesses({
  env = {},
  envOf,
  databaseUrl,
  atEnd = onTestFinished,
}: ProcessOptions = {}): Promise<Processes> {
  const url = databaseUrl ?? (await createTestDatabase()).url
  const ends: (() => Promise<void>)[] = []
  // At the same time, because a graceful shutdown takes a moment.
  atEnd(async () => void (await Promise.all(ends.map((end) => end()))))
  const [onePort, otherPort] = [await freePort(), await freePort()]
  const start = (port: number, index: number): Promise<ApiProcess> =>
    startProcess(
      {
        API_PORT: String(port),
        // Public URLs name the balancer; here it is the first process.
        PUBLIC_API_URL: `http://localhost:${onePort}`,
        DATABASE_URL: url,
        ...env,
        ...envOf?.(index),
      },
      (end) => ends.push(end),
    )
  const [one, other] = await Promise.all([start(onePort, 0), start(otherPort, 1)])
  const store = withRepositories(await openPostgres({ url, poolSize: 2 }))
  atEnd(() => store.close())
  return { one, other, databaseUrl: url, store }
}

/** Resolves when it serves. @param env at least `API_PORT` */
export async function startProcess(env: Record<string, string>, atEnd: AtEnd = onTestFinished): Promise<ApiProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'membership-process-'))
  const dataDir = join(folder, 'data')
  const url = `http://127.0.0.1:${env['API_PORT']}`
  const process = runNode(['dist/server/main.js'], {
    env: {
      DATA_DIR: dataDir,
      TRUST_PROXY: '1',
      RATE_LIMIT_FACTOR: '1',
      DISK_RESERVE: 'off',
      LOG_LEVEL: 'error',
      ...env,
    },
  })
  atEnd(async () => {
    await endProcess(process)
    rmSync(folder, { recursive: true, force: true })
  })
  await waitUntil('the API serves', async () => {
    if (process.child.exitCode !== null) throw new Error(`The API did not start:\n${process.output()}`)
    return fetch(`${url}/health`).then(
      (response) => response.ok,
      () => false,
    )
  })
  return { url, process, dataDir }
}

/** Graceful shutdown, if it is running. */
async function endProcess({ child, ended }: RunningProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
  await ended
}
