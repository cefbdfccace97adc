import { chmodSync, copyFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type Database from 'libsql'
import { migrate } from '../database/migrate'
import { openPlainly, tablesOfFile } from '../database/open-tables'
import type { Tables } from '../database/tables'
import { makeFolder } from '../lib/folders'

/** An SQLite file of our own, beside where the database belongs, that can be changed before it takes its place. */
export interface StagedDatabase {
  file: string
  /** Works on it; nobody else has it open before or afterwards. */
  change<T>(work: (db: Kysely<Tables>, database: Database.Database) => Promise<T>): Promise<T>
  /** Deletes it, if it is still there. */
  remove(): void
}

/** @param fill writes the file, which is not there yet */
export async function stageDatabase(
  dataDir: string,
  fill: (file: string) => void | Promise<void>,
): Promise<StagedDatabase> {
  makeFolder(dataDir)
  const folder = await mkdtemp(join(dataDir, '.staged-'))
  const file = join(folder, 'membership.db')
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    await fill(file)
    chmodSync(file, 0o600)
  } catch (error) {
    remove()
    throw error
  }
  return {
    file,
    async change(work) {
      const database = openPlainly(file)
      const tables = tablesOfFile(database)
      try {
        return await work(tables.db, database)
      } finally {
        await tables.close()
      }
    },
    remove,
  }
}

/** Stages a copy of an SQLite file, with the schema of this version. @returns it, and the schema before */
export async function stageCopy(dataDir: string, from: string): Promise<{ staged: StagedDatabase; schema: number }> {
  const staged = await stageDatabase(dataDir, (file) => copyFileSync(from, file))
  const { from: schema } = await staged.change((db) => migrate(db))
  return { staged, schema }
}
