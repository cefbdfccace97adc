import { sql } from 'kysely'
import { CONSOLE_APP_ID } from '../../../contract/admin/console-session'
import type { Role } from '../../../contract/admin/rights'
import type { Db } from '../../database/db'
import type { Tables } from '../../database/tables'

export type StaffAccountRow = Tables['staffAccounts']
export type StaffRoleRow = Tables['staffRoles']
export type InvitationRow = Tables['staffInvitations']
export type ConsoleSessionRow = Tables['consoleSessions']

export async function insertStaffAccount({ kysely }: Db, account: StaffAccountRow): Promise<void> {
  await kysely.insertInto('staffAccounts').values(account).execute()
}

export async function findStaffAccount({ kysely }: Db, memberId: string): Promise<StaffAccountRow | null> {
  const row = await kysely.selectFrom('staffAccounts').selectAll().where('memberId', '=', memberId).executeTakeFirst()
  return row ?? null
}

export async function updateStaffAccount(
  { kysely }: Db,
  memberId: string,
  changes: Partial<Pick<StaffAccountRow, 'name' | 'serverOwner'>>,
): Promise<void> {
  await kysely.updateTable('staffAccounts').set(changes).where('memberId', '=', memberId).execute()
}

/** Without the demo owner of a development machine. */
export async function hasStaff({ kysely }: Db): Promise<boolean> {
  const row = await kysely
    .selectFrom('staffAccounts')
    .select('memberId')
    .where('demo', '=', 0)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Null without a role in the app. */
export async function findRole({ kysely }: Db, appId: string, memberId: string): Promise<Role | null> {
  const row = await kysely
    .selectFrom('staffRoles')
    .select('role')
    .where('appId', '=', appId)
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return row?.role ?? null
}

/** Adds the role, or replaces the one that the person has. */
export async function saveRole({ kysely }: Db, row: StaffRoleRow): Promise<void> {
  await kysely
    .insertInto('staffRoles')
    .values(row)
    .onConflict((conflict) => conflict.columns(['appId', 'memberId']).doUpdateSet({ role: row.role }))
    .execute()
}

export async function deleteRole({ kysely }: Db, appId: string, memberId: string): Promise<void> {
  await kysely.deleteFrom('staffRoles').where('appId', '=', appId).where('memberId', '=', memberId).execute()
}

/** In the order in which the person joined. */
export const listRolesOf = ({ kysely }: Db, memberId: string): Promise<StaffRoleRow[]> =>
  kysely
    .selectFrom('staffRoles')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('createdAt')
    .orderBy('appId')
    .execute()

/** People with the role of owner, apart from the demo owner. */
export const listOwnerIds = async ({ kysely }: Db, appId: string): Promise<string[]> => {
  const rows = await kysely
    .selectFrom('staffRoles')
    .innerJoin('staffAccounts', 'staffAccounts.memberId', 'staffRoles.memberId')
    .select('staffRoles.memberId')
    .where('staffRoles.appId', '=', appId)
    .where('staffRoles.role', '=', 'owner')
    .where('staffAccounts.demo', '=', 0)
    .execute()
  return rows.map(({ memberId }) => memberId)
}

export interface TeamRow {
  memberId: string
  name: string
  email: string
  role: Role
  lastLoginAt: number | null
  hasSecondFactor: number
  createdAt: number
}

/** In the order in which they joined; at most `STAFF_PER_APP_MAX`. */
export const listTeam = ({ kysely }: Db, appId: string, memberId?: string): Promise<TeamRow[]> => {
  const team = kysely
    .selectFrom('staffRoles')
    .innerJoin('staffAccounts', 'staffAccounts.memberId', 'staffRoles.memberId')
    .innerJoin('members', 'members.id', 'staffRoles.memberId')
    .select([
      'staffRoles.memberId',
      'staffAccounts.name',
      'members.email',
      'staffRoles.role',
      'members.lastLoginAt',
      'staffRoles.createdAt',
    ])
    .select((query) => {
      const totp = query
        .selectFrom('totpSecrets')
        .select('totpSecrets.memberId')
        .whereRef('totpSecrets.memberId', '=', 'staffRoles.memberId')
        .where('totpSecrets.confirmedAt', 'is not', null)
      const passkey = query
        .selectFrom('passkeys')
        .select('passkeys.id')
        .whereRef('passkeys.memberId', '=', 'staffRoles.memberId')
      return query
        .case()
        .when(query.or([query.exists(totp), query.exists(passkey)]))
        .then(1)
        .else(0)
        .end()
        .as('hasSecondFactor')
    })
    .where('staffRoles.appId', '=', appId)
  return (memberId === undefined ? team : team.where('staffRoles.memberId', '=', memberId))
    .orderBy('staffRoles.createdAt')
    .orderBy('staffRoles.memberId')
    .execute()
}

/** Replaces an earlier invitation of the same address. */
export async function saveInvitation({ kysely }: Db, row: InvitationRow): Promise<void> {
  await kysely.deleteFrom('staffInvitations').where('appId', '=', row.appId).where('email', '=', row.email).execute()
  await kysely.insertInto('staffInvitations').values(row).execute()
}

export async function findInvitation({ kysely }: Db, tokenDigest: string, now: number): Promise<InvitationRow | null> {
  const row = await kysely
    .selectFrom('staffInvitations')
    .selectAll()
    .where('tokenDigest', '=', tokenDigest)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** Newest first. */
export const listInvitations = ({ kysely }: Db, appId: string, now: number): Promise<InvitationRow[]> =>
  kysely
    .selectFrom('staffInvitations')
    .selectAll()
    .where('appId', '=', appId)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Null if the app has no such invitation. */
export async function deleteInvitation({ kysely }: Db, appId: string, id: string): Promise<InvitationRow | null> {
  const row = await kysely
    .deleteFrom('staffInvitations')
    .where('appId', '=', appId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export async function insertConsoleSession({ kysely }: Db, session: ConsoleSessionRow): Promise<void> {
  await kysely.insertInto('consoleSessions').values(session).execute()
}

/** A session with its person, whatever their state: `sessions` judges it. */
export interface ConsoleCallerRow extends Omit<ConsoleSessionRow, 'tokenDigest'> {
  name: string
  serverOwner: 0 | 1
  demo: 0 | 1
  email: string
  verified: 0 | 1
  passwordHash: string | null
}

export async function findConsoleCaller({ kysely }: Db, tokenDigest: string): Promise<ConsoleCallerRow | null> {
  const row = await kysely
    .selectFrom('consoleSessions')
    .innerJoin('staffAccounts', 'staffAccounts.memberId', 'consoleSessions.memberId')
    .innerJoin('members', 'members.id', 'consoleSessions.memberId')
    .select([
      'consoleSessions.id',
      'consoleSessions.memberId',
      'consoleSessions.createdAt',
      'consoleSessions.usedAt',
      'consoleSessions.steppedUpAt',
      'consoleSessions.passwordDigest',
      'consoleSessions.expiresAt',
      'staffAccounts.name',
      'staffAccounts.serverOwner',
      'staffAccounts.demo',
      'members.email',
      'members.verified',
      'members.passwordHash',
    ])
    .where('consoleSessions.tokenDigest', '=', tokenDigest)
    .where('members.appId', '=', CONSOLE_APP_ID)
    .executeTakeFirst()
  return row ?? null
}

export async function updateConsoleSession(
  { kysely }: Db,
  id: string,
  changes: Partial<Pick<ConsoleSessionRow, 'usedAt' | 'steppedUpAt'>>,
): Promise<void> {
  await kysely.updateTable('consoleSessions').set(changes).where('id', '=', id).execute()
}

export async function isConsoleSessionOpen({ kysely }: Db, id: string, now: number): Promise<boolean> {
  const row = await kysely
    .selectFrom('consoleSessions')
    .select('id')
    .where('id', '=', id)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteConsoleSession({ kysely }: Db, id: string): Promise<void> {
  await kysely.deleteFrom('consoleSessions').where('id', '=', id).execute()
}

export async function deleteConsoleSessionsOf({ kysely }: Db, memberId: string): Promise<void> {
  await kysely.deleteFrom('consoleSessions').where('memberId', '=', memberId).execute()
}

export async function insertSetupLink({ kysely }: Db, row: Tables['consoleSetups']): Promise<void> {
  await kysely.insertInto('consoleSetups').values(row).execute()
}

/** Uses the link and ends all others. @returns false if it is unknown, used or expired */
export async function consumeSetupLink({ kysely }: Db, tokenDigest: string, now: number): Promise<boolean> {
  const { numDeletedRows } = await kysely
    .deleteFrom('consoleSetups')
    .where('tokenDigest', '=', tokenDigest)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await kysely.deleteFrom('consoleSetups').execute()
  return true
}

export async function deleteExpiredConsoleAccess({ kysely }: Db, now: number): Promise<void> {
  await kysely.deleteFrom('consoleSetups').where('expiresAt', '<=', now).execute()
  await kysely.deleteFrom('consoleSessions').where('expiresAt', '<=', now).execute()
  await kysely.deleteFrom('staffInvitations').where('expiresAt', '<=', now).execute()
}

/** Locks a team for the transaction, so that two owners cannot leave at once. */
export async function lockTeam({ kysely }: Db, appId: string): Promise<void> {
  // A no-op write locks the rows in both engines.
  await kysely
    .updateTable('staffRoles')
    .set({ appId: sql`app_id` })
    .where('appId', '=', appId)
    .execute()
}
