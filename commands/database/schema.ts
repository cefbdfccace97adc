import type { Config } from '../../api/config'
import { DatabaseRefusal } from '../../api/database/errors'
import { FIRST_RELEASED_SCHEMA, knownSchema, rollBack } from '../../api/database/migrate'
import { openTables, requireInstallation, requireUnused } from '../../api/database/open-tables'
import { systemClock } from '../../api/lib/clock'
import { createSecrets } from '../../api/lib/ids'
import { openStore, unusableDatabase } from '../../api/open-store'
import { recordAction } from '../../api/operations/staged-database'

/** On PostgreSQL this also creates the schema; an SQLite file must exist. */
export async function migrateSchema(config: Config): Promise<string[]> {
  const before = await schemaOf(config)
  const store = await openStore(config)
  await store.close()
  const now = knownSchema()
  return [before === now ? `The schema is already ${now}.` : `The schema was migrated from ${before} to ${now}.`]
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

export async function rollBackSchema(
  { to, loseData }: { to: number; loseData: boolean },
  config: Config,
): Promise<string[]> {
  if (to < FIRST_RELEASED_SCHEMA)
    throw new DatabaseRefusal(`Schema ${FIRST_RELEASED_SCHEMA} was the first release: no version reads an older one.`)
  await requireInstallation(config)
  await requireUnused(config)
  const services = { secrets: createSecrets(), clock: systemClock }
  const tables = openTables(config)
  try {
    const { from, losses } = await rollBack(tables.db, {
      to,
      loseData,
      lock: tables.lock,
      note: (transaction, before) =>
        recordAction(transaction, services, {
          act: 'database.rollback',
          detail: { from: String(before), to: String(to) },
        }),
    })
    if (from === to) return [`The schema is already ${to}.`]
    return [
      `The schema was reverted from ${from} to ${to}.`,
      ...losses.map(({ what, rows }) => `Lost: ${what} (${rows} ${rows === 1 ? 'row' : 'rows'})`),
      `Before the next start, install the version of the program for schema ${to}: this one would migrate again.`,
    ]
  } finally {
    await tables.close()
  }
}
