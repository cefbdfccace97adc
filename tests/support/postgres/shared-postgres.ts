import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { waitUntil } from '../wait-until'
import { startPostgres } from './start-postgres'

/** Folder with the URL of the run's server. Set by `tests/setup/shared-postgres.ts`, which also ends the server. */
export const SHARED_POSTGRES_FOLDER = 'TEST_POSTGRES_FOLDER'

/** The main process of the run; workers come and go. */
export const RUN_PID = 'TEST_POSTGRES_RUN'

const noteSchema = v.object({ url: v.string(), data: v.string() })

let url: Promise<string> | undefined

/**
 * One server per test run, started on first use: `postgres://postgres@127.0.0.1:<port>`. Each test creates its own
 * database.
 */
export const sharedPostgres = (): Promise<string> => (url ??= findOrStart())

async function findOrStart(): Promise<string> {
  const folder = process.env[SHARED_POSTGRES_FOLDER]
  if (!folder) throw new Error(`${SHARED_POSTGRES_FOLDER} is not set: tests run by the project's own configuration.`)
  const note = join(folder, 'server.json')
  if (isFirst(folder)) await startAndTell(folder, note)
  await waitUntil('the shared PostgreSQL server runs', () => existsSync(note))
  return readNote(note).url
}

/** Creating a folder succeeds in one process only. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(join(folder, 'starting'))
    return true
  } catch {
    return false
  }
}

async function startAndTell(folder: string, note: string): Promise<void> {
  const owner = Number(process.env[RUN_PID] ?? process.pid)
  const server = await startPostgres({ owner, folders: [folder] })
  writeFileSync(`${note}.part`, JSON.stringify({ url: server.url, data: server.folder }))
  renameSync(`${note}.part`, note)
}

export const readNote = (note: string) => v.parse(noteSchema, JSON.parse(readFileSync(note, 'utf8')))
