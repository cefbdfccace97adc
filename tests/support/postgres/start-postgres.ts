import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '../free-port'
import { findPostgres } from './find-postgres'

const run = promisify(execFile)

/** A private real server. */
export interface PostgresServer {
  /** `postgres://postgres@127.0.0.1:<port>`, without a database. */
  url: string
  /** Data folder. */
  folder: string
  /** Restarts it on the same data and port. */
  start(): Promise<void>
  /** `immediate` simulates a crash, `fast` shuts down gracefully. */
  stop(how?: 'immediate' | 'fast'): Promise<void>
  /** Stops it and deletes its data. */
  remove(): Promise<void>
}

export interface PostgresServerOptions {
  /**
   * Whether commits reach the disk. Without it tests are faster, but a crash of the server loses commits;
   * `without power failures` loses none, because the system still writes what the server wrote.
   */
  durable?: boolean | 'without power failures'
  /** More `postgresql.conf` settings, as `name=value`. */
  settings?: readonly string[]
  /** The server ends with this process; default: the current one. */
  owner?: number
  /** Additional folders to delete then. */
  folders?: readonly string[]
}

/**
 * Creates and starts a server on a free port of 127.0.0.1, without passwords. As root it runs as the user `postgres`,
 * because it refuses to run as root.
 */
export async function startPostgres({
  durable = false,
  settings = [],
  owner = process.pid,
  folders = [],
}: PostgresServerOptions = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'membership-postgres-'))
  if (isRoot) await run('chown', ['postgres', folder])
  const data = join(folder, 'data')
  await initialise(data)
  const port = await freePort()
  const wanted = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    'max_connections=300',
    ...(durable === true ? [] : ['fsync=off', 'full_page_writes=off']),
    ...(durable === false ? ['synchronous_commit=off'] : []),
    ...settings,
  ]
  const options = wanted.map((setting) => `-c ${setting}`).join(' ')
  const start = () => control(data, '-l', join(folder, 'server.log'), '-o', options, 'start')
  const stop = (how: 'immediate' | 'fast' = 'immediate') => stopPostgres(data, how)
  await start()
  endWith(owner, [folder, ...folders])
  return {
    url: `postgres://postgres@127.0.0.1:${port}`,
    folder: data,
    start,
    stop,
    async remove() {
      // It may be stopped already.
      await stop().catch(() => {})
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export interface Standby {
  url: string
  promote(): Promise<void>
  remove(): Promise<void>
}

/** A streaming standby: readable, and a primary once promoted. */
export async function startStandby(primary: PostgresServer): Promise<Standby> {
  const folder = await mkdtemp(join(tmpdir(), 'membership-standby-'))
  if (isRoot) await run('chown', ['postgres', folder])
  const data = join(folder, 'data')
  const { port: from } = new URL(primary.url)
  await runProgram('pg_basebackup', ['-D', data, '-R', '-h', '127.0.0.1', '-p', from, '-U', 'postgres', '-c', 'fast'])
  const port = await freePort()
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=300',
  ]
  const options = settings.map((setting) => `-c ${setting}`).join(' ')
  await control(data, '-l', join(folder, 'server.log'), '-o', options, 'start')
  endWith(process.pid, [folder])
  return {
    url: `postgres://postgres@127.0.0.1:${port}`,
    promote: () => control(data, 'promote'),
    async remove() {
      await stopPostgres(data, 'immediate').catch(() => {})
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** @param data data folder */
export const stopPostgres = (data: string, how: 'immediate' | 'fast'): Promise<void> => control(data, '-m', how, 'stop')

const control = (data: string, ...args: string[]) => runProgram('pg_ctl', ['-D', data, '-w', '-t', '60', ...args])

const INIT = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
/** A linguistic collation, as most servers have: results must not depend on it. */
const BY_LANGUAGE = ['--locale-provider=icu', '--icu-locale=en-US']

async function initialise(data: string): Promise<void> {
  const init = (more: readonly string[]) => runProgram('initdb', ['-D', data, ...INIT, ...more])
  // Older servers lack these options.
  await init(BY_LANGUAGE).catch(() => init([]))
}

/** A killed run cannot clean up. */
function endWith(owner: number, folders: readonly string[]): void {
  const script = fileURLToPath(new URL('end-with-process.sh', import.meta.url))
  spawn('sh', [script, String(owner), ...folders], { detached: true, stdio: 'ignore', cwd: tmpdir() }).unref()
}

const isRoot = process.getuid?.() === 0

async function runProgram(name: string, args: readonly string[]): Promise<void> {
  const bin = findPostgres()
  if (bin === null) throw new Error('PostgreSQL is not installed here.')
  const command = [join(bin, name), ...args]
  const [file = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command
  // In a folder that the user `postgres` may enter.
  await run(file, rest, { cwd: tmpdir() })
}
