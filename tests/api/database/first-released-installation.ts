import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { migrate } from '../../../api/database/migrate'
import { openTables, tablesOfFile } from '../../../api/database/open-tables'
import { emptyPlace } from './empty-database'
import type { Engine } from './empty-database'
import { firstReleasedRows, loadFirstReleased } from './first-released-rows'

export type Installation = Awaited<ReturnType<typeof makeInstallation>>

/** As in the key file of DATA_DIR: a current key, encrypted, and a former one. */
export const keyFile = [
  { purpose: 'log-live', publicKey: 'P'.repeat(43), seed: `A256GCM.${'s'.repeat(80)}`, createdAt: 5, retiredAt: null },
  { purpose: 'log-live', publicKey: 'Q'.repeat(43), seed: null, createdAt: 3, retiredAt: 5 },
]

/** The rows of the first released version, with files and keys. */
export async function makeInstallation(engine: Engine) {
  const installation = await emptyInstallation(engine)
  const { dataDir, databaseUrl } = installation
  const file = join(dataDir, 'membership.db')
  const tables = databaseUrl === null ? tablesOfFile(new Database(file)) : openTables(installation)
  await loadFirstReleased(tables)
  await migrate(tables.db, { lock: tables.lock })
  await tables.close()
  if (engine === 'SQLite') {
    mkdirSync(join(dataDir, 'keys'))
    writeFileSync(join(dataDir, 'keys/signing-keys.json'), JSON.stringify(keyFile))
  }
  return installation
}

/** The target of a restore. */
export async function emptyInstallation(engine: Engine) {
  const keysIn = engine === 'SQLite' ? ('files' as const) : ('database' as const)
  return { ...(await emptyPlace(engine)), keys: { keysIn, encryptionKey: null } }
}

export const countRows = (): number => Object.values(firstReleasedRows).reduce((sum, rows) => sum + rows.length, 0)
