import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openDatabase, openPostgres } from '../../api/database/open-database'
import { createDatabaseKeys, createFileKeys } from '../../api/features/credentials/keys'
import { withRepositories } from './repositories'
import type { Store } from './repositories'
import type { KeyStore } from '../../api/features/credentials/keys'
import type { Engine } from './engines'
import { queryOnce } from './postgres/test-database'
import { startPostgres } from './postgres/start-postgres'
import type { PostgresServer } from './postgres/start-postgres'
import { launchKillableApi, startKillableApi } from './start-killable-api'
import type { KillableApi } from './start-killable-api'
import { tempFolder } from './temp-folder'
import { noteDatabase } from './tested-engine'
import { waitUntil } from './wait-until'

export interface KillableInstallation {
  engine: Engine
  dataDir: string
  /** Input of `dumpDatabase`. */
  file: string
  /** This installation's own server; null with SQLite. */
  server: PostgresServer | null
  /** Resolves when the process serves. @param env added to the default */
  start(env?: Record<string, string>): Promise<KillableApi>
  /** Resolves when the process responds at all: it may be waiting for its database. */
  launch(): Promise<KillableApi>
  /**
   * Kills the process. With PostgreSQL, every second time the server crashes first, and the process lives long enough
   * to notice. The server then restarts.
   */
  strike(api: KillableApi): Promise<void>
  serverStops(): number
  openStore(): Promise<Store>
  keys(store: Store): KeyStore
}

const DATABASE = 'killed'

/**
 * Its processes end with the test. Needs a build.
 * @param disk folder of its rows and files; PostgreSQL's log is elsewhere, because the server stops without it
 */
export async function openInstallation(engine: Engine, disk?: string): Promise<KillableInstallation> {
  const dataDir = disk === undefined ? tempFolder() : join(disk, 'data')
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'membership.db')
  const server = engine === 'PostgreSQL' ? await openServer(file, disk) : null
  const url = server && `${server.url}/${DATABASE}`
  // The reserve is tested on a disk of its own.
  const place = { DISK_RESERVE: disk === undefined ? 'off' : 'on', ...(url === null ? {} : { DATABASE_URL: url }) }
  let [strikes, stops] = [0, 0]
  return {
    engine,
    dataDir,
    file,
    server,
    async start(env = {}) {
      const api = await startKillableApi(dataDir, { ...place, ...env })
      onTestFinished(() => endApi(api))
      return api
    },
    async launch() {
      const api = await launchKillableApi(dataDir, place)
      onTestFinished(() => endApi(api))
      return api
    },
    async strike(api) {
      strikes += 1
      const stopped = server !== null && strikes % 2 === 0
      if (stopped) {
        await server.stop('immediate')
        await waitUntil('it notices', async () => (await fetch(`${api.url}/ready`)).status === 503)
        stops += 1
      }
      api.process.child.kill('SIGKILL')
      await api.process.ended
      if (stopped) await server.start()
    },
    serverStops: () => stops,
    openStore: async () =>
      withRepositories(await (url === null ? openDatabase({ file }) : openPostgres({ url, poolSize: 2 }))),
    keys: (store) => (url === null ? createFileKeys(join(dataDir, 'keys')) : createDatabaseKeys(store, null)),
  }
}

/** Commits survive a crash of the server, as in production. Syncs matter only where the disk fails. */
async function openServer(file: string, disk: string | undefined): Promise<PostgresServer> {
  const server = await startPostgres({ durable: disk === undefined ? 'without power failures' : true })
  onTestFinished(() => server.remove())
  const admin = `${server.url}/postgres`
  if (disk !== undefined) await queryOnce(admin, `create tablespace small location '${folderOfServer(disk)}'`)
  await queryOnce(admin, `create database ${DATABASE}${disk === undefined ? '' : ' tablespace small'}`)
  noteDatabase(file, `${server.url}/${DATABASE}`)
  return server
}

/** As root, the server runs as another user. */
function folderOfServer(disk: string): string {
  const folder = join(disk, 'rows')
  mkdirSync(folder)
  if (process.getuid?.() === 0) execFileSync('chown', ['postgres', folder])
  return folder
}

/** Graceful shutdown, if it is running. */
export async function endApi({ process: { child, ended } }: KillableApi): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
  await ended
}
