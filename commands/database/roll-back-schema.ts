import { systemClock } from '../../api/lib/clock'
import { noteAct } from '../../api/operations/restore'
import { DatabaseRefusal } from '../../api/database/errors'
import { FIRST_RELEASED_SCHEMA, rollBack } from '../../api/database/migrate'
import { openTables, requireInstallation, requireUnused } from '../../api/database/open-tables'
import { createSecrets } from '../../api/lib/ids'
import type { Config } from '../../api/config'
import type { DatabaseRequest } from './read-request'

/** Takes the schema back, for an older version of the program. */
export async function rollBackSchema(
  config: Config,
  { to, loseData }: Extract<DatabaseRequest, { verb: 'rollback' }>,
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
