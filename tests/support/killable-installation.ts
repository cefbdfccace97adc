import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openDatabase } from '../../api/database/open-database'
import { openPostgres } from '../../api/database/open-postgres'
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

/** What a killed process leaves behind, and the next one finds. */
export interface KillableInstallation {
  engine: Engine
  dataDir: string
  /** Where `dumpDatabase` finds the rows. */
  file: string
  /** The server that only this installation has; null with SQLite. */
  server: PostgresServer | null
  /** A process on it, once it serves. @param env on top of what it gets anyway */
  start(env?: Record<string, string>): Promise<KillableApi>
  /** A process on it, once it answers at all: it may wait for its database. */
  launch(): Promise<KillableApi>
  /**
   * Ends the process with SIGKILL. With PostgreSQL, every second time the server is ended before it, as a loss of power would,
   * and the process lives long enough to notice; afterwards the server runs again.
   */
  strike(api: KillableApi): Promise<void>
  /** How often the database server was ended by `strike`. */
  serverStops(): number
  openStore(): Promise<Store>
  keys(store: Store): KeyStore
}

const DATABASE = 'killed'

/**
 * An installation on an engine. What runs on it ends with the test. Needs a build.
 * @param disk folder that its rows and files are in; PostgreSQL's log is elsewhere, for without it the server ends by itself
 */
export async function openInstallation(engine: Engine, disk?: string): Promise<KillableInstallation> {
  const dataDir = disk === undefined ? tempFolder() : join(disk, 'data')
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'membership.db')
  const server = engine === 'PostgreSQL' ? await openServer(file, disk) : null
  const url = server && `${server.url}/${DATABASE}`
  const place = url === null ? {} : { DATABASE_URL: url }
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

/** What it acknowledges reaches the disk, as it does for an owner. */
async function openServer(file: string, disk: string | undefined): Promise<PostgresServer> {
  const server = await startPostgres({ durable: true })
  onTestFinished(() => server.remove())
  const admin = `${server.url}/postgres`
  if (disk !== undefined) await queryOnce(admin, `create tablespace small location '${folderOfServer(disk)}'`)
  await queryOnce(admin, `create database ${DATABASE}${disk === undefined ? '' : ' tablespace small'}`)
  noteDatabase(file, `${server.url}/${DATABASE}`)
  return server
}

/** As root the tests run the server as a user of its own. */
function folderOfServer(disk: string): string {
  const folder = join(disk, 'rows')
  mkdirSync(folder)
  if (process.getuid?.() === 0) execFileSync('chown', ['postgres', folder])
  return folder
}

/** In order, if it still runs. */
export async function endApi({ process: { child, ended } }: KillableApi): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
  await ended
}
