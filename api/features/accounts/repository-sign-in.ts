import type { Db, Tx } from '../../database/db'
import { consumeRow } from '../../database/sql'
import type { Tables } from '../../database/tables'
import { isElsewhere } from '../members/repository-sessions'

export type LoginStepRow = Tables['loginSteps']
export type PendingEmailRow = Tables['pendingEmails']

export async function insertLoginStep({ kysely }: Tx, step: LoginStepRow): Promise<void> {
  await kysely.insertInto('loginSteps').values(step).execute()
}

/** Whether the member can prove themselves by a code of their app, and by a passkey. */
export async function findSecondFactors(
  { kysely }: Db,
  memberId: string,
): Promise<{ hasTotp: boolean; hasPasskey: boolean; hasRecoveryCodes: boolean }> {
  const totp = await kysely
    .selectFrom('totpSecrets')
    .select('confirmedAt')
    .where('memberId', '=', memberId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()
  const passkey = await kysely.selectFrom('passkeys').select('id').where('memberId', '=', memberId).executeTakeFirst()
  const codes = await kysely
    .selectFrom('recoveryCodes')
    .select('selector')
    .where('memberId', '=', memberId)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return { hasTotp: totp !== undefined, hasPasskey: passkey !== undefined, hasRecoveryCodes: codes !== undefined }
}

/**
 * Codes of an app, recovery codes and passkeys, with their webhooks.
 * @param since only those that were set up then or later
 */
export async function deleteSecondFactors({ kysely, changes }: Tx, memberId: string, since = 0): Promise<void> {
  const ended = await kysely
    .deleteFrom('totpSecrets')
    .where('memberId', '=', memberId)
    .where((where) => where.or([where('confirmedAt', 'is', null), where('confirmedAt', '>=', since)]))
    .returning('confirmedAt')
    .execute()
  if (ended.some(({ confirmedAt }) => confirmedAt !== null)) {
    await kysely.deleteFrom('recoveryCodes').where('memberId', '=', memberId).execute()
    await changes.memberEvent(memberId, 'member.secondFactor.disabled', {})
  }
  const passkeys = await kysely
    .deleteFrom('passkeys')
    .where('memberId', '=', memberId)
    .where('createdAt', '>=', since)
    .returning(['id', 'name'])
    .execute()
  for (const { id, name } of passkeys)
    await changes.memberEvent(memberId, 'member.passkey.removed', { passkeyId: id, name })
}

/** The first call stores it. @returns when the policy's second factor is due */
export async function findOrSetDeadline(tx: Tx, memberId: string, dueAt: number): Promise<number> {
  await tx.kysely
    .insertInto('secondFactorDeadlines')
    .values({ memberId, dueAt })
    .onConflict((conflict) => conflict.column('memberId').doNothing())
    .execute()
  return (await findDeadline(tx, memberId)) ?? dueAt
}

/** Null before the first login. */
export async function findDeadline({ kysely }: Db, memberId: string): Promise<number | null> {
  const row = await kysely
    .selectFrom('secondFactorDeadlines')
    .select('dueAt')
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return row?.dueAt ?? null
}

/** Replaces an earlier one of the member. */
export async function savePendingEmail({ kysely }: Tx, row: PendingEmailRow): Promise<void> {
  await kysely
    .insertInto('pendingEmails')
    .values(row)
    .onConflict((conflict) => conflict.column('memberId').doUpdateSet(row))
    .execute()
}

export async function findPendingEmail({ kysely }: Db, memberId: string, now: number): Promise<PendingEmailRow | null> {
  const row = await kysely
    .selectFrom('pendingEmails')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row ?? null
}

export async function findPendingEmailByLink(
  { kysely }: Db,
  linkDigest: string,
  now: number,
): Promise<PendingEmailRow | null> {
  const row = await kysely
    .selectFrom('pendingEmails')
    .selectAll()
    .where('linkDigest', '=', linkDigest)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** @returns false if no email was pending */
export async function deletePendingEmail({ kysely }: Db, memberId: string): Promise<boolean> {
  const { numDeletedRows } = await kysely
    .deleteFrom('pendingEmails')
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** @returns false if there was none */
export async function deleteRecovery({ kysely }: Db, memberId: string): Promise<boolean> {
  const { numDeletedRows } = await kysely
    .deleteFrom('recoveryRequests')
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteExpiredSignIn({ kysely }: Db, now: number): Promise<void> {
  for (const table of ['loginSteps', 'usedChallenges', 'pendingEmails', 'recoveryRequests'] as const)
    await kysely.deleteFrom(table).where('expiresAt', '<=', now).execute()
}

/** It gives no access by itself. */
export type DeviceRow = Tables['devices']

export type MemberTicketRow = Tables['memberTickets']

export type ProviderConnectionRow = Tables['providerConnections']

/** @param seenAfter devices last seen earlier have expired */
export async function findDevice(
  db: Db,
  memberId: string,
  deviceId: string,
  seenAfter: number,
): Promise<DeviceRow | null> {
  const row = await devices(db, seenAfter)
    .where('memberId', '=', memberId)
    .where('deviceId', '=', deviceId)
    .executeTakeFirst()
  return row ?? null
}

/** The same browser, known to another member of the app and mode. */
export async function findDeviceOfAnyMember(
  db: Db,
  { appId, mode, deviceId, tokenDigest }: Pick<DeviceRow, 'appId' | 'mode' | 'deviceId' | 'tokenDigest'>,
  seenAfter: number,
): Promise<DeviceRow | null> {
  const row = await devices(db, seenAfter)
    .where('deviceId', '=', deviceId)
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('tokenDigest', '=', tokenDigest)
    .executeTakeFirst()
  return row ?? null
}

/** Last seen first. @param seenAfter devices last seen earlier have expired */
export const listDevices = (db: Db, memberId: string, seenAfter: number): Promise<DeviceRow[]> =>
  devices(db, seenAfter).where('memberId', '=', memberId).orderBy('lastSeenAt', 'desc').orderBy('deviceId').execute()

/** @param max devices per member; those unseen for longest are deleted */
export async function saveDevice({ kysely }: Tx, device: DeviceRow, max: number): Promise<void> {
  const { memberId, tokenDigest, lastSeenAt, passwordSetAt, secondStepAt } = device
  await kysely
    .insertInto('devices')
    .values(device)
    .onConflict((conflict) =>
      conflict.columns(['memberId', 'deviceId']).doUpdateSet({ tokenDigest, lastSeenAt, passwordSetAt, secondStepAt }),
    )
    .execute()
  const newest = kysely
    .selectFrom('devices')
    .select('deviceId')
    .where('memberId', '=', memberId)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('deviceId')
    .limit(max)
  await kysely.deleteFrom('devices').where('memberId', '=', memberId).where('deviceId', 'not in', newest).execute()
}

export async function recordPasswordSet(
  { kysely }: Db,
  memberId: string,
  sessionDigest: string,
  passwordSetAt: number,
): Promise<void> {
  await kysely
    .updateTable('devices')
    .set({ passwordSetAt })
    .where('memberId', '=', memberId)
    .where('deviceId', '=', (columns) =>
      columns.selectFrom('sessions').select('deviceId').where('tokenDigest', '=', sessionDigest),
    )
    .execute()
}

export async function deleteOtherDevices(tx: Tx, memberId: string, sessionDigest: string): Promise<void> {
  const session = await tx.kysely
    .selectFrom('sessions')
    .select('deviceId')
    .where('tokenDigest', '=', sessionDigest)
    .executeTakeFirst()
  await deleteDevicesOfMember(tx, memberId, session?.deviceId)
}

export async function deleteDevicesOfMember(
  { kysely }: Db,
  memberId: string,
  except: string | null = null,
): Promise<void> {
  const ofMember = kysely.deleteFrom('devices').where('memberId', '=', memberId)
  await (except === null ? ofMember : ofMember.where('deviceId', '!=', except)).execute()
}

export async function deleteDevicesSeenBefore({ kysely }: Db, time: number): Promise<void> {
  await kysely.deleteFrom('devices').where('lastSeenAt', '<=', time).execute()
}

export async function insertMemberTicket({ kysely }: Db, ticket: MemberTicketRow): Promise<void> {
  await kysely.insertInto('memberTickets').values(ticket).execute()
}

/** Once. @returns null for a ticket that is unknown, expired, used, or of another app or mode */
export const consumeMemberTicket = (
  db: Db,
  ticketDigest: string,
  { appId, mode }: Pick<MemberTicketRow, 'appId' | 'mode'>,
  now: number,
): Promise<MemberTicketRow | null> => consumeRow(db, 'memberTickets', { ticketDigest, appId, mode }, now)

export async function deleteMemberTickets({ kysely }: Db, memberId: string): Promise<void> {
  await kysely.deleteFrom('memberTickets').where('memberId', '=', memberId).execute()
}

export async function deleteExpiredMemberTickets({ kysely }: Db, now: number): Promise<void> {
  await kysely.deleteFrom('memberTickets').where('expiresAt', '<=', now).execute()
}

/** Oldest first. */
export const listProviderConnections = ({ kysely }: Db, memberId: string): Promise<ProviderConnectionRow[]> =>
  kysely
    .selectFrom('providerConnections')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('createdAt')
    .orderBy('provider')
    .execute()

/** @param exceptDevice connections made by this device stay */
export async function deleteProviderConnections(
  { kysely }: Db,
  memberId: string,
  exceptDevice: string | null = null,
): Promise<void> {
  const ofMember = kysely.deleteFrom('providerConnections').where('memberId', '=', memberId)
  await (exceptDevice === null ? ofMember : ofMember.where(isElsewhere(exceptDevice))).execute()
}

/** Unfetched results of provider flows; each would log the member in. */
export async function deleteProviderResults({ kysely }: Db, memberId: string): Promise<void> {
  await kysely.deleteFrom('providerAnswers').where('memberId', '=', memberId).execute()
}

const devices = ({ kysely }: Db, seenAfter: number) =>
  kysely.selectFrom('devices').selectAll().where('lastSeenAt', '>', seenAfter)
