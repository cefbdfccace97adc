import type { Db, Tx } from '../../database/db'
import type { Tables } from '../../database/tables'

export type TotpRow = Tables['totpSecrets']
export type RecoveryCodeRow = Tables['recoveryCodes']
export type LoginStepRow = Tables['loginSteps']
export type RecoveryRow = Tables['recoveryRequests']

export async function findTotp({ kysely }: Db, memberId: string): Promise<TotpRow | null> {
  const row = await kysely.selectFrom('totpSecrets').selectAll().where('memberId', '=', memberId).executeTakeFirst()
  return row ?? null
}

/** Replaces one that was not confirmed. */
export async function savePendingTotp({ kysely }: Db, row: TotpRow): Promise<void> {
  const { secret, createdAt } = row
  await kysely
    .insertInto('totpSecrets')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('memberId')
        .doUpdateSet({ secret, createdAt, lastStep: null })
        .where('totpSecrets.confirmedAt', 'is', null),
    )
    .execute()
}

export async function confirmTotpRow({ kysely }: Tx, memberId: string, confirmedAt: number): Promise<void> {
  await kysely.updateTable('totpSecrets').set({ confirmedAt }).where('memberId', '=', memberId).execute()
}

/** Atomic. @returns false if this time step or a later one was used */
export async function spendTotpStep({ kysely }: Db, memberId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('totpSecrets')
    .set({ lastStep: step })
    .where('memberId', '=', memberId)
    .where((where) => where.or([where('lastStep', 'is', null), where('lastStep', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @returns false if the member had no authenticator app */
export async function deleteTotp({ kysely }: Tx, memberId: string): Promise<boolean> {
  const { numDeletedRows } = await kysely.deleteFrom('totpSecrets').where('memberId', '=', memberId).executeTakeFirst()
  await kysely.deleteFrom('recoveryCodes').where('memberId', '=', memberId).execute()
  return numDeletedRows > 0n
}

/** Earlier codes end. */
export async function replaceRecoveryCodes(
  { kysely }: Tx,
  memberId: string,
  rows: readonly RecoveryCodeRow[],
): Promise<void> {
  await kysely.deleteFrom('recoveryCodes').where('memberId', '=', memberId).execute()
  await kysely.insertInto('recoveryCodes').values(rows).execute()
}

export async function findRecoveryCode(
  { kysely }: Db,
  memberId: string,
  selector: string,
): Promise<RecoveryCodeRow | null> {
  const row = await kysely
    .selectFrom('recoveryCodes')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('selector', '=', selector)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export async function countRecoveryCodes({ kysely }: Db, memberId: string): Promise<number> {
  const row = await kysely
    .selectFrom('recoveryCodes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('memberId', '=', memberId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Atomic. @returns false if it was used, or replaced */
export async function spendRecoveryCode({ kysely }: Db, code: RecoveryCodeRow, usedAt: number): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('recoveryCodes')
    .set({ usedAt })
    .where('memberId', '=', code.memberId)
    .where('selector', '=', code.selector)
    .where('codeHash', '=', code.codeHash)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** By the link of a mail, which names no app. */
export async function findMailedStep(
  { kysely }: Db,
  challengeDigest: string,
  now: number,
): Promise<LoginStepRow | null> {
  const row = await kysely
    .selectFrom('loginSteps')
    .selectAll()
    .where('challengeDigest', '=', challengeDigest)
    .where('kind', '=', 'setup')
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** Null for a login that is unknown, expired, finished, or of another app or mode. */
export async function findLoginStep(
  { kysely }: Db,
  { challengeDigest, appId, mode }: Pick<LoginStepRow, 'challengeDigest' | 'appId' | 'mode'>,
  now: number,
): Promise<LoginStepRow | null> {
  const row = await kysely
    .selectFrom('loginSteps')
    .selectAll()
    .where('challengeDigest', '=', challengeDigest)
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** Atomic, before the check, so that parallel guesses share the tries. @returns false if none is left */
export async function takeStepTry({ kysely }: Db, challengeDigest: string): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('loginSteps')
    .set(({ eb }) => ({ triesLeft: eb('triesLeft', '-', 1) }))
    .where('challengeDigest', '=', challengeDigest)
    .where('triesLeft', '>', 0)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Atomic: only one of several requests finishes the login. */
export async function consumeLoginStep({ kysely }: Tx, challengeDigest: string): Promise<boolean> {
  const { numDeletedRows } = await kysely
    .deleteFrom('loginSteps')
    .where('challengeDigest', '=', challengeDigest)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Replaces an earlier request of the member. */
export async function saveRecovery({ kysely }: Tx, row: RecoveryRow): Promise<void> {
  await kysely
    .insertInto('recoveryRequests')
    .values(row)
    .onConflict((conflict) => conflict.column('memberId').doUpdateSet(row))
    .execute()
}

export async function findRecovery({ kysely }: Db, memberId: string, now: number): Promise<RecoveryRow | null> {
  const row = await kysely
    .selectFrom('recoveryRequests')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row ?? null
}

export async function findRecoveryByLink({ kysely }: Db, linkDigest: string, now: number): Promise<RecoveryRow | null> {
  const row = await kysely
    .selectFrom('recoveryRequests')
    .selectAll()
    .where('linkDigest', '=', linkDigest)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** Atomic. @returns false if it was opened before, or canceled */
export async function openRecovery(
  { kysely }: Tx,
  id: string,
  opened: { openedAt: number; dueAt: number; expiresAt: number },
): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('recoveryRequests')
    .set(opened)
    .where('id', '=', id)
    .where('openedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const listDueRecoveries = ({ kysely }: Db, now: number): Promise<Pick<RecoveryRow, 'memberId'>[]> =>
  kysely.selectFrom('recoveryRequests').select('memberId').where('dueAt', '<=', now).orderBy('dueAt').execute()
