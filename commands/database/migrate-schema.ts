import { openStore, unusableDatabase } from '../../api/open-store'
import { knownSchema } from '../../api/database/migrate'
import { openTables } from '../../api/database/open-tables'
import type { Config } from '../../api/config'

/** Brings the schema up to date, as a start does: on PostgreSQL that is also what makes it. An SQLite file must be there. */
export async function migrateSchema(config: Config): Promise<string[]> {
  const before = await schemaOf(config)
  const store = await openStore(config)
  await store.close()
  const now = knownSchema()
  return [before === now ? `The schema is ${now} already.` : `The schema was ${before}, and is ${now} now.`]
}

async function schemaOf(config: Config): Promise<number> {
  const tables = openTables(config)
  try {
    return await tables.schema()
  } catch (error) {
    throw unusableDatabase(config, error)
  } finally {
    await tables.close()
  }
}
