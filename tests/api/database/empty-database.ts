import { join } from 'node:path'
import Database from 'libsql'
import { onTestFinished } from 'vitest'
import { openTables, tablesOfFile } from '../../../api/database/open-tables'
import type { OpenTables } from '../../../api/database/open-tables'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { createTestDatabase } from '../../support/postgres/test-database'
import { tempFolder } from '../../support/temp-folder'

export type Engine = OpenTables['engine']

/** Available here. */
export const engines: readonly Engine[] = hasPostgres ? ['SQLite', 'PostgreSQL'] : ['SQLite']

/** An empty place for an installation. */
export async function emptyPlace(engine: Engine): Promise<{ dataDir: string; databaseUrl: string | null }> {
  return { dataDir: tempFolder(), databaseUrl: engine === 'SQLite' ? null : (await createTestDatabase()).url }
}

/** Without tables; closed when the test ends. */
export async function emptyDatabase(engine: Engine): Promise<OpenTables> {
  const place = await emptyPlace(engine)
  const tables =
    place.databaseUrl === null ? tablesOfFile(new Database(join(place.dataDir, 'membership.db'))) : openTables(place)
  onTestFinished(() => tables.close())
  return tables
}
