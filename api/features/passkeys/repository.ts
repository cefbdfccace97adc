import type { Db, Tx } from '../../database/db'
import type { Tables } from '../../database/tables'

export type PasskeyRow = Tables['passkeys']

/** Oldest first. */
export const listPasskeys = ({ kysely }: Db, memberId: string): Promise<PasskeyRow[]> =>
  kysely
    .selectFrom('passkeys')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

export async function findPasskey(
  { kysely }: Db,
  { appId, mode, credentialId }: Pick<PasskeyRow, 'appId' | 'mode' | 'credentialId'>,
): Promise<PasskeyRow | null> {
  const row = await kysely
    .selectFrom('passkeys')
    .selectAll()
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('credentialId', '=', credentialId)
    .executeTakeFirst()
  return row ?? null
}

/** @throws UniqueConstraintError when the authenticator's passkey is registered already */
export async function insertPasskey({ kysely }: Tx, row: PasskeyRow): Promise<void> {
  await kysely.insertInto('passkeys').values(row).execute()
}

export async function updatePasskey(
  { kysely }: Db,
  id: string,
  changes: Partial<Pick<PasskeyRow, 'name' | 'signCount' | 'isBackedUp' | 'lastUsedAt'>>,
): Promise<void> {
  await kysely.updateTable('passkeys').set(changes).where('id', '=', id).execute()
}

/** Null for an unknown one, or another member's. */
export async function renamePasskeyOf(
  { kysely }: Db,
  memberId: string,
  id: string,
  name: string,
): Promise<PasskeyRow | null> {
  const row = await kysely
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('memberId', '=', memberId)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export async function deletePasskey({ kysely }: Tx, memberId: string, id: string): Promise<void> {
  await kysely.deleteFrom('passkeys').where('memberId', '=', memberId).where('id', '=', id).execute()
}

export async function findUserHandle({ kysely }: Db, memberId: string): Promise<string | null> {
  const row = await kysely
    .selectFrom('userHandles')
    .select('handle')
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return row?.handle ?? null
}

/** Of two candidates the first one stays. */
export async function ensureUserHandle(db: Db, candidate: Tables['userHandles']): Promise<string> {
  await db.kysely
    .insertInto('userHandles')
    .values(candidate)
    .onConflict((conflict) => conflict.column('memberId').doNothing())
    .execute()
  return (await findUserHandle(db, candidate.memberId)) ?? candidate.handle
}

/** Atomic. @returns false if it was used before */
export async function useChallenge({ kysely }: Tx, challengeDigest: string, expiresAt: number): Promise<boolean> {
  const result = await kysely
    .insertInto('usedChallenges')
    .values({ challengeDigest, expiresAt })
    .onConflict((conflict) => conflict.column('challengeDigest').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Expired challenges are refused without a row. */
export async function deleteExpiredChallenges({ kysely }: Db, now: number): Promise<void> {
  await kysely.deleteFrom('usedChallenges').where('expiresAt', '<=', now).execute()
}
