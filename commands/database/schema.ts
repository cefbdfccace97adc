import { systemClock } from '../../api/lib/clock'
import { recordAction } from '../../api/operations/audit'
import { DatabaseRefusal } from '../../api/database/errors'
import { FIRST_RELEASED_SCHEMA, knownSchema, rollBack } from '../../api/database/migrate'
import { openStore, unusableDatabase } from '../../api/open-store'
import { openTables, requireInstallation, requireUnused } from '../../api/database/open-tables'
import { createSecrets } from '../../api/lib/ids'
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

/** Takes the schema back, for an older version of the program. */
export async function rollBackSchema(
  { to, loseData }: { to: number; loseData: boolean },
  config: Config,
): Promise<string[]> {
  if (to < FIRST_RELEASED_SCHEMA)
    throw new DatabaseRefusal(
      `Schema ${FIRST_RELEASED_SCHEMA} is the first that was released: no version reads an older one.`,
    )
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
    if (from === to) return [`The schema is ${to} already.`]
    return [
      `The schema was ${from}, and is ${to} now.`,
      ...losses.map(({ what, rows }) => `Lost: ${what} (${rows} ${rows === 1 ? 'row' : 'rows'})`),
      `Install the version of the program that made schema ${to} before the next start: this one would migrate again.`,
    ]
  } finally {
    await tables.close()
  }
}
