import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readNote, RUN_PID, SHARED_POSTGRES_FOLDER } from '../support/postgres/shared-postgres'
import { stopPostgres } from '../support/postgres/start-postgres'

/**
 * Prepares a folder for the server that tests share, and ends that server after the last test, if one started it.
 * A killed run ends it as well: see `end-with-process.sh`.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'membership-shared-postgres-'))
  process.env[SHARED_POSTGRES_FOLDER] = folder
  process.env[RUN_PID] = String(process.pid)
  return async () => {
    const note = join(folder, 'server.json')
    if (existsSync(note)) {
      const { data } = readNote(note)
      await stopPostgres(data, 'immediate')
      await rm(dirname(data), { recursive: true, force: true })
    }
    await rm(folder, { recursive: true, force: true })
  }
}
