import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { PGBOUNCER } from '../../../commands/test/servers.mjs'
import { freePort } from '../free-port'
import { hasPostgres } from '../postgres/find-postgres'
import { queryOnce } from '../postgres/test-database'
import { waitUntil } from '../wait-until'

const run = promisify(execFile)

const wanted = process.env['TEST_PGBOUNCER']

/** Tests that need it are skipped without it. The gate sets `off`, `npm run test:full` sets `required`. */
export const hasPgBouncer: boolean =
  hasPostgres && (wanted === 'required' || (wanted !== 'off' && existsSync(PGBOUNCER)))

export type PoolMode = 'session' | 'transaction' | 'statement'

export interface PgBouncer {
  /** URL of the database behind it. */
  url: string
  log(): string
}

export interface PgBouncerOptions {
  /** `postgres://user@host:port/database`. */
  server: string
  mode: PoolMode
  /** Override the documented settings. */
  settings?: Record<string, string | number>
}

/** As documented. */
const ROLE = 'membership'
const PASSWORD = 'secret'

const DOCUMENT = new URL('../../../docs/scaling.md', import.meta.url)

/** The file in docs/scaling.md. */
export function documentedSettings(): string {
  const [, ini] = /```ini\n([\s\S]*?)```/u.exec(readFileSync(DOCUMENT, 'utf8')) ?? []
  if (ini === undefined) throw new Error('docs/scaling.md has no settings of PgBouncer.')
  return ini
}

/** A real PgBouncer with the documented settings, except hosts and paths. Ends with the test. */
export async function startPgBouncer({ server, mode, settings = {} }: PgBouncerOptions): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'membership-pgbouncer-'))
  const { hostname, port: serverPort, pathname } = new URL(server)
  await makeRole(server)
  const port = await freePort()
  const database = `host=${hostname} port=${serverPort} dbname=${pathname.slice(1)}`
  const changes = {
    listen_port: port,
    auth_file: join(folder, 'users.txt'),
    logfile: join(folder, 'log'),
    unix_socket_dir: folder,
    pool_mode: mode,
    ...settings,
  }
  const ini = join(folder, 'pgbouncer.ini')
  await writeFile(ini, changed(documentedSettings(), database, changes))
  await writeFile(changes.auth_file, `"${ROLE}" "${PASSWORD}"\n`)
  const isRoot = process.getuid?.() === 0
  if (isRoot) await run('chown', ['-R', 'postgres', folder])
  const [file = '', ...args] = isRoot
    ? ['setpriv', '--reuid=postgres', '--clear-groups', '--', PGBOUNCER, ini]
    : [PGBOUNCER, ini]
  const child = spawn(file, args, { stdio: 'ignore', cwd: tmpdir() })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  const log = () => (existsSync(changes.logfile) ? readFileSync(changes.logfile, 'utf8') : '')
  await waitUntil('PgBouncer listens', () => log().includes('process up'))
  return { url: `postgres://${ROLE}:${PASSWORD}@127.0.0.1:${port}/membership`, log }
}

/** @returns the documented file with changed and added settings */
function changed(ini: string, database: string, changes: Record<string, string | number>): string {
  let text = ini.replace(/^membership *=.*$/mu, `membership = ${database}`)
  for (const [name, value] of Object.entries(changes)) {
    const line = new RegExp(`^${name} *=.*$`, 'mu')
    text = line.test(text) ? text.replace(line, `${name} = ${value}`) : `${text}${name} = ${value}\n`
  }
  return text
}

/** As in the documentation: owner of its database, not a superuser. */
async function makeRole(server: string): Promise<void> {
  await queryOnce(
    server,
    `do $$ begin create role ${ROLE} login password '${PASSWORD}'; exception when duplicate_object or unique_violation then null; end $$`,
  )
  const name = new URL(server).pathname.slice(1)
  await queryOnce(server, `alter database ${name} owner to ${ROLE}`)
  await queryOnce(server, `alter schema public owner to ${ROLE}`)
}
