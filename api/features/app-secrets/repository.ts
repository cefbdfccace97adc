import type { Db } from '../../database/db'
import type { Tables } from '../../database/tables'
import type { OwnerScope } from '../apps/definition'
import type { CredentialCipher } from '../../lib/credential-cipher'

export type CredentialRow = Tables['appCredentials']
export type CredentialKind = CredentialRow['kind']

export async function findCredential(
  { kysely }: Db,
  { appId, mode }: OwnerScope,
  kind: CredentialKind,
): Promise<CredentialRow | null> {
  const row = await kysely
    .selectFrom('appCredentials')
    .selectAll()
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row ?? null
}

export async function saveCredential({ kysely }: Db, row: CredentialRow): Promise<void> {
  await kysely
    .insertInto('appCredentials')
    .values(row)
    .onConflict((conflict) => conflict.columns(['appId', 'mode', 'kind']).doUpdateSet(row))
    .execute()
}

/** @returns false without one */
export async function deleteCredential(
  { kysely }: Db,
  { appId, mode }: OwnerScope,
  kind: CredentialKind,
): Promise<boolean> {
  const result = await kysely
    .deleteFrom('appCredentials')
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

type TestMailRow = Tables['appTestMails']

/** Through the mail server with this fingerprint. */
export async function findTestMail(
  { kysely }: Db,
  { appId, mode }: OwnerScope,
  fingerprint: string,
): Promise<TestMailRow | null> {
  const row = await kysely
    .selectFrom('appTestMails')
    .selectAll()
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
  return row ?? null
}

export async function saveTestMail({ kysely }: Db, row: TestMailRow): Promise<void> {
  await kysely
    .insertInto('appTestMails')
    .values(row)
    .onConflict((conflict) => conflict.columns(['appId', 'mode']).doUpdateSet(row))
    .execute()
}

const listCredentials = ({ kysely }: Db): Promise<CredentialRow[]> =>
  kysely.selectFrom('appCredentials').selectAll().orderBy('appId').orderBy('mode').orderBy('kind').execute()

/** Unless it was replaced since it was read. */
export async function updateCredential(
  { kysely }: Db,
  { appId, mode, kind, sealed }: CredentialRow,
  changes: Partial<Pick<CredentialRow, 'sealed' | 'checkedAt' | 'checkError'>>,
): Promise<void> {
  await kysely
    .updateTable('appCredentials')
    .set(changes)
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('kind', '=', kind)
    .where('sealed', '=', sealed)
    .execute()
}

/**
 * Encrypts all with the newest key.
 * @returns how many it changed, and those that no known key opens
 */
export async function reencryptCredentials(
  db: Db,
  cipher: CredentialCipher,
): Promise<{ changed: number; unreadable: CredentialRow[] }> {
  const unreadable: CredentialRow[] = []
  let changed = 0
  for (const row of await listCredentials(db)) {
    const { appId, mode, kind, sealed } = row
    const binding = { appId, mode, kind }
    if (cipher.isCurrent(binding, sealed)) continue
    const text = cipher.open(binding, sealed)
    if (text === null) unreadable.push(row)
    else {
      await updateCredential(db, row, { sealed: cipher.seal(binding, text) })
      changed += 1
    }
  }
  return { changed, unreadable }
}
