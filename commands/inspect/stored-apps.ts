import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { readConfig } from '../../api/config'
import { databaseFile, openTables } from '../../api/database/open-tables'
import type { OpenTables } from '../../api/database/open-tables'
import { parseDefinition } from '../../api/features/apps/repository'
import { unusableDatabase } from '../../api/open-store'
import { toFound } from './read-app'
import type { FoundApp } from './read-app'

/** The apps of the installation that `DATA_DIR` or `DATABASE_URL` names. The server may be running. */
export interface StoredApps {
  /** Such as `the database in /srv/data`. */
  name: string
  /** By ID or public key. @throws {ConfigError} if the database cannot be read */
  find(idOrKey: string): Promise<FoundApp | null>
  close(): Promise<void>
}

/**
 * Opens the database for reading only.
 * @returns null without an installation
 * @throws {ConfigError} for a wrong setting, or if the database cannot be read
 */
export async function openStoredApps(env: Readonly<Record<string, string | undefined>>): Promise<StoredApps | null> {
  const config = readConfig(env)
  if (config.databaseUrl === null && !existsSync(databaseFile(config))) return null
  const work = async <Result>(read: () => Promise<Result>): Promise<Result> => {
    try {
      return await read()
    } catch (error) {
      throw unusableDatabase(config, error)
    }
  }
  const tables = await work(async () => openTables(config))
  const isInstalled = await work(() => readOnly(tables)).catch(async (error: unknown) => {
    await tables.close()
    throw error
  })
  if (!isInstalled) {
    await tables.close()
    return null
  }
  return {
    name: config.databaseUrl === null ? `the database in ${config.dataDir}` : 'the database of DATABASE_URL',
    find: (idOrKey) => work(() => findStored(tables, idOrKey)),
    close: () => tables.close(),
  }
}

/** @returns whether it has the product's tables */
async function readOnly(tables: OpenTables): Promise<boolean> {
  const { engine, db } = tables
  const refuseWrites =
    engine === 'SQLite' ? sql`pragma query_only = on` : sql`set session characteristics as transaction read only`
  await refuseWrites.execute(db)
  return (await tables.schema()) > 0
}

/** The schema that moved hosted content from the definition into a table. */
const CONTENTS_SCHEMA = 26

async function findStored(tables: OpenTables, idOrKey: string): Promise<FoundApp | null> {
  const { db } = tables
  const row = await db
    .selectFrom('apps')
    .select(['id', 'definition'])
    .where((is) => is.or([is('id', '=', idOrKey), is('testKey', '=', idOrKey), is('liveKey', '=', idOrKey)]))
    .executeTakeFirst()
  if (!row) return null
  // A server of this version moves them at its next start: until then they are in the definition.
  const { contents = [] }: { contents?: { id: string }[] } = JSON.parse(row.definition)
  const moved =
    (await tables.schema()) >= CONTENTS_SCHEMA
      ? await db.selectFrom('appContents').select('id').where('appId', '=', row.id).execute()
      : []
  return toFound(parseDefinition(row.definition), [...contents, ...moved])
}
