import { systemClock } from '../../api/adapters/clock/system-clock'
import { noteAct } from '../../api/adapters/database/backup/note-act'
import { DatabaseRefusal } from '../../api/adapters/database/database-refusal'
import { FIRST_RELEASED_SCHEMA, knownSchema } from '../../api/adapters/database/migrate'
import { openStore, unusableDatabase } from '../../api/adapters/database/open-store'
import { openTables } from '../../api/adapters/database/open-tables'
import { requireInstallation } from '../../api/adapters/database/require-installation'
import { requireUnused } from '../../api/adapters/database/require-unused'
import { rollBack } from '../../api/adapters/database/roll-back'
import { createSecrets } from '../../api/adapters/secrets/random-secrets'
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
        noteAct(transaction, services, {
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
