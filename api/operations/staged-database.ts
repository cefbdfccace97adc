import type { AuditDetail, ExactDetail } from '../../contract/admin/audit-details'
import { CONSOLE_APP_ID } from '../../contract/admin/console-session'
import { chmodSync, copyFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely, Transaction } from 'kysely'
import type Database from 'libsql'
import { proofModes } from '../../contract/proof-paths'
import { migrate } from '../database/migrate'
import { openPlainly, tablesOfFile } from '../database/open-tables'
import type { Tables } from '../database/tables'
import { auditEntry } from '../features/audit/actions'
import type { StoredKey } from '../features/credentials/keys'
import { makeFolder } from '../lib/folders'
import type { Services } from '../http/services'

/** A temporary SQLite file in DATA_DIR, changed before it replaces the database. */
export interface StagedDatabase {
  file: string
  /** Opens and closes the file around the work. */
  change<T>(work: (db: Kysely<Tables>, database: Database.Database) => Promise<T>): Promise<T>
  remove(): void
}

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

/** @returns the migrated copy and its former schema */
export async function stageCopy(dataDir: string, from: string): Promise<{ staged: StagedDatabase; schema: number }> {
  const staged = await stageDatabase(dataDir, (file) => copyFileSync(from, file))
  const { from: schema } = await staged.change((db) => migrate(db))
  return { staged, schema }
}

/** An action on the whole database, for each app's audit log. */
interface DatabaseAct<Detail extends AuditDetail> {
  act: 'database.copy' | 'database.restore' | 'database.rollback'
  detail: ExactDetail<Detail>
}

export async function recordAction<Detail extends AuditDetail>(
  db: Kysely<Tables> | Transaction<Tables>,
  services: Pick<Services, 'secrets' | 'clock'>,
  { act, detail }: DatabaseAct<Detail>,
): Promise<void> {
  const apps = await db.selectFrom('apps').select('id').where('id', '!=', CONSOLE_APP_ID).execute()
  const entries = apps.flatMap(({ id: appId }) =>
    proofModes.map((mode) =>
      auditEntry(services, { appId, mode, actor: 'owner command' }, { act, subject: appId, detail }),
    ),
  )
  for (const entry of entries)
    await db
      .insertInto('auditLog')
      .values({ ...entry, detail: JSON.stringify(entry.detail) })
      .execute()
}

export async function replaceKeyRows(db: Kysely<Tables>, keys: readonly StoredKey[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('signingKeys').execute()
    if (keys.length > 0)
      await transaction
        .insertInto('signingKeys')
        .values([...keys])
        .execute()
  })
}

export const listKeyRows = (db: Kysely<Tables>): Promise<StoredKey[]> =>
  db.selectFrom('signingKeys').selectAll().orderBy('createdAt').orderBy('publicKey').execute()
