import * as v from 'valibot'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Kysely } from 'kysely'
import type { StoredKey } from '../../../features/credentials/keys'
import { syncFolderAtOnce } from '../../files/sync-folder-at-once'
import { keyFileSchema, writeSecretFile } from '../../../features/credentials/keys'
import { DatabaseRefusal } from '../database-refusal'
import type { Tables } from '../../../database/tables'

/** Signing keys as a file keeps them, seeds encrypted or not; null where there is no file. @throws DatabaseRefusal that repeats no secret */
export function readKeyFile(file: string): StoredKey[] | null {
  if (!existsSync(file)) return null
  try {
    return v.parse(keyFileSchema, JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new DatabaseRefusal(`The signing keys in ${file} cannot be read.`)
  }
}

/**
 * Puts keys into a file, unless it holds them all and perhaps newer ones.
 * @returns what became of the file that was there: `kept`, or where it was put aside; null where there was none
 */
export function writeKeyFile(file: string, keys: readonly StoredKey[], now: Date): string | null {
  const there = readKeyFile(file)
  if (there && keys.every(({ publicKey }) => there.some((one) => one.publicKey === publicKey))) return 'kept'
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fresh = writeSecretFile(folder, `${JSON.stringify(keys, null, 2)}\n`)
  const aside = there && `${file}.before-${now.toISOString().replace(/[-:]|\.\d+/gu, '')}`
  if (aside !== null) renameSync(file, aside)
  renameSync(fresh, file)
  syncFolderAtOnce(folder)
  return aside
}

/** Puts keys in the place of those that a database holds. */
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
