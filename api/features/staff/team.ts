import type { AuditDetail } from '../../../contract/admin/audit-details'
import type { Role } from '../../../contract/admin/rights'
import type { AdminOutput } from '../../../contract/admin/schemas'
import { CONSOLE_PATH } from '../../../contract/admin/console-session'
import { STAFF_INVITATION_LIFETIME_DAYS, STAFF_PER_APP_MAX } from '../../../contract/limits'
import type { Tx } from '../../database/db'
import type { PublicUrls, Services } from '../../http/services'
import { toIso, toIsoOrNull } from '../../lib/clock'
import { ApiError } from '../../lib/errors'
import type { Mode } from '../../lib/ids'
import { changedByOwnerMail } from '../accounts/mails'
import { deleteSecondFactors } from '../accounts/repository-sign-in'
import { consoleAppAt } from '../apps/repository'
import type { AppDefinition } from '../apps/definition'
import type { ActingPerson } from '../apps/secret-keys'
import { type AuditAct, auditEntry, doneBy } from '../audit/actions'
import { insertAuditEntry } from '../audit/repository'
import { fixedTexts, insertMail, mailContent, toOutboxRow } from '../mail/outbox'
import { deleteMemberById } from '../members/repository'
import { mailTexts } from './mail-texts'
import {
  deleteConsoleSessionsOf,
  deleteInvitation,
  deleteRole,
  findStaffAccount,
  listInvitations,
  listOwnerIds,
  listRolesOf,
  listTeam,
  lockTeam,
  saveInvitation,
  saveRole,
} from './repository'
import type { InvitationRow, TeamRow } from './repository'

type Tools = Pick<Services, 'store' | 'secrets' | 'clock'>

/** The person who acts, and the app. */
export interface TeamCaller {
  app: Pick<AppDefinition, 'id' | 'name'>
  actor: ActingPerson
}

const DAY_MS = 24 * 60 * 60 * 1000
const modes: readonly Mode[] = ['test', 'live']

/** A team belongs to both modes, so both logs have the action. */
export async function recordTeamAction<Detail extends AuditDetail>(
  tx: Tx,
  services: Pick<Services, 'secrets' | 'clock'>,
  { app, actor }: { app: Pick<AppDefinition, 'id'>; actor: ActingPerson },
  action: AuditAct<Detail>,
): Promise<void> {
  for (const mode of modes)
    await insertAuditEntry(tx, auditEntry(services, { appId: app.id, mode, ...doneBy(actor) }, action))
}

export const toStaffMember = (row: TeamRow): AdminOutput<'changeStaffRole'> => ({
  id: row.memberId,
  name: row.name,
  email: row.email,
  role: row.role,
  lastLoginAt: toIsoOrNull(row.lastLoginAt),
  hasSecondFactor: row.hasSecondFactor === 1,
  addedAt: toIso(row.createdAt),
})

/** @throws ApiError `staff-not-found` */
async function requireStaff(tx: Tx, appId: string, staffId: string): Promise<TeamRow> {
  const [row] = await listTeam(tx, appId, staffId)
  if (!row) throw new ApiError('staff-not-found')
  return row
}

/** The demo owner of a development machine is an owner only if there are no others. @throws ApiError `last-owner` */
async function requireOtherOwner(tx: Tx, appId: string, { memberId, role }: TeamRow): Promise<void> {
  if (role !== 'owner') return
  const others = (await listTeam(tx, appId)).filter((one) => one.role === 'owner' && one.memberId !== memberId)
  if (others.length === 0) throw new ApiError('last-owner')
}

/** @throws ApiError `staff-not-found`, `last-owner` */
export async function changeRole(
  services: Tools,
  caller: TeamCaller,
  { staffId, role }: { staffId: string; role: Role },
): Promise<TeamRow> {
  const { app } = caller
  return services.store.transaction(async (tx) => {
    await lockTeam(tx, app.id)
    const row = await requireStaff(tx, app.id, staffId)
    if (row.role === role) return row
    await requireOtherOwner(tx, app.id, row)
    await saveRole(tx, { appId: app.id, memberId: staffId, role, createdAt: row.createdAt })
    const detail = { role, before: row.role }
    await recordTeamAction(tx, services, caller, { act: 'staff.role', subject: staffId, detail })
    return { ...row, role }
  })
}

/**
 * Ends all sessions of the person. Without another role, the account is deleted; the audit log keeps the name.
 * @throws ApiError `staff-not-found`, `last-owner`
 */
export async function removeFromTeam(services: Tools, caller: TeamCaller, staffId: string): Promise<void> {
  const { app, actor } = caller
  await services.store.transaction(async (tx) => {
    await lockTeam(tx, app.id)
    const row = await requireStaff(tx, app.id, staffId)
    await requireOtherOwner(tx, app.id, row)
    await deleteRole(tx, app.id, staffId)
    const act = actor.staffId === staffId ? 'staff.leave' : 'staff.remove'
    await recordTeamAction(tx, services, caller, { act, subject: staffId, detail: { role: row.role } })
    const account = await findStaffAccount(tx, staffId)
    const hasMore = account?.serverOwner === 1 || (await listRolesOf(tx, staffId)).length > 0
    // A person who leaves stays logged in to other apps; a person who is removed must log in again.
    if (!hasMore) await deleteMemberById(tx, staffId)
    else if (actor.staffId !== staffId) await deleteConsoleSessionsOf(tx, staffId)
  })
}

/**
 * For a person who lost it. The next login asks for a new one.
 * @throws ApiError `staff-not-found`, `second-factor-kept` for a person whose other apps the caller does not own
 */
export async function removeSecondFactor(
  services: Tools & Pick<Services, 'urls' | 'mailWaiting'>,
  caller: TeamCaller,
  staffId: string,
): Promise<void> {
  await services.store.transaction(async (tx) => {
    await lockTeam(tx, caller.app.id)
    const { email } = await requireStaff(tx, caller.app.id, staffId)
    const own = await listRolesOf(tx, caller.actor.staffId)
    const owned = new Set(own.filter(({ role }) => role === 'owner').map(({ appId }) => appId))
    const isWithin = (await listRolesOf(tx, staffId)).every(({ appId }) => owned.has(appId))
    const account = await findStaffAccount(tx, staffId)
    // Their own is removed where it is proved: in the dialog of the login.
    if (!isWithin || account?.serverOwner === 1 || staffId === caller.actor.staffId)
      throw new ApiError('second-factor-kept')
    await deleteSecondFactors(tx, staffId)
    await deleteConsoleSessionsOf(tx, staffId)
    await recordTeamAction(tx, services, caller, { act: 'staff.second-factor.remove', subject: staffId })
    const app = consoleAppAt(services.urls.api)
    await insertMail(tx, toOutboxRow(services, app, { email, mode: 'live' }, changedByOwnerMail(app, 'second-factor')))
  })
  services.mailWaiting()
}

export const toInvitation = (row: InvitationRow) => ({
  id: row.id,
  email: row.email,
  role: row.role,
  invitedBy: row.invitedBy,
  createdAt: toIso(row.createdAt),
  expiresAt: toIso(row.expiresAt),
})

/**
 * Replaces an earlier invitation of the same address. The mail is queued in the same transaction.
 * @returns with the link, which is stored as a digest only
 * @param isFirst a server owner names the first owner of an app that has none
 * @throws ApiError `already-staff`, `field-limit-exceeded`, `too-many-requests`; `app-has-owner` for `isFirst`
 */
export async function invite(
  services: Tools & Pick<Services, 'urls' | 'rateLimiter' | 'mailWaiting'>,
  caller: TeamCaller,
  { email, role, isFirst = false }: { email: string; role: Role; isFirst?: boolean },
): Promise<{ row: InvitationRow; link: string }> {
  const { store, secrets, clock, urls } = services
  const { app, actor } = caller
  await services.rateLimiter.take('staffInvitationsPerApp', app.id)
  const [token, now] = [secrets.sessionToken(), clock.now()]
  const link = `${urls.api}${CONSOLE_PATH}/invitation#${token}`
  const row: InvitationRow = {
    id: secrets.id('inv'),
    appId: app.id,
    email,
    role,
    tokenDigest: secrets.digest(token),
    invitedBy: actor.name,
    createdAt: now,
    expiresAt: now + STAFF_INVITATION_LIFETIME_DAYS * DAY_MS,
  }
  await store.transaction(async (tx) => {
    await lockTeam(tx, app.id)
    const team = await listTeam(tx, app.id)
    if (isFirst && (await countOwners(tx, app.id)) > 0) throw new ApiError('app-has-owner')
    if (team.some((one) => one.email === email)) throw new ApiError('already-staff')
    if (team.length + (await listInvitations(tx, app.id, now)).length >= STAFF_PER_APP_MAX)
      throw new ApiError('field-limit-exceeded')
    await saveInvitation(tx, row)
    await insertMail(tx, invitationMail(services, caller, { email, link }))
    await recordTeamAction(tx, services, caller, {
      act: isFirst ? 'staff.invite-first-owner' : 'staff.invite',
      subject: row.id,
      detail: { role },
    })
  })
  services.mailWaiting()
  return { row, link }
}

/** @throws ApiError `invitation-not-found` */
export async function revokeInvitation(services: Tools, caller: TeamCaller, id: string): Promise<void> {
  await services.store.transaction(async (tx) => {
    const row = await deleteInvitation(tx, caller.app.id, id)
    if (!row) throw new ApiError('invitation-not-found')
    await recordTeamAction(tx, services, caller, { act: 'staff.invite-revoke', subject: id })
  })
}

type MailTools = Pick<Services, 'secrets' | 'clock' | 'urls'>

function invitationMail(
  services: MailTools,
  { app, actor }: TeamCaller,
  { email, link }: { email: string; link: string },
) {
  const values = { app: app.name, person: actor.name, days: STAFF_INVITATION_LIFETIME_DAYS }
  const text = fixedTexts(mailTexts.invitation, values)
  return consoleMail(services, email, text('subject'), [
    { paragraph: text('intro') },
    { label: text('link'), link },
    { paragraph: text('lifetime') },
  ])
}

/** To a person of the console. */
const consoleMail = (services: MailTools, email: string, subject: string, blocks: Parameters<typeof mailContent>[1]) =>
  toOutboxRow(services, consoleAppAt(services.urls.api), { email, mode: 'live' }, mailContent(subject, blocks))

/**
 * A server owner becomes an owner of the app; its other owners get a mail.
 * @throws ApiError `already-staff` for an owner
 */
export async function takeOwnerRole(
  services: Tools & Pick<Services, 'urls' | 'mailWaiting'>,
  { app, actor }: TeamCaller,
): Promise<void> {
  await services.store.transaction(async (tx) => {
    await lockTeam(tx, app.id)
    const team = await listTeam(tx, app.id)
    if (team.some(({ memberId, role }) => memberId === actor.staffId && role === 'owner'))
      throw new ApiError('already-staff')
    await saveRole(tx, { appId: app.id, memberId: actor.staffId, role: 'owner', createdAt: services.clock.now() })
    await recordTeamAction(tx, services, { app, actor }, { act: 'staff.take-role', subject: actor.staffId })
    for (const { email, role } of team)
      if (role === 'owner') await insertMail(tx, newOwnerMail(services, { app, actor }, email))
  })
  services.mailWaiting()
}

const newOwnerMail = (
  services: Pick<Services, 'secrets' | 'clock' | 'urls'>,
  { app, actor }: TeamCaller,
  email: string,
) => {
  const text = fixedTexts(mailTexts['new-owner'], { app: app.name, person: actor.name, email: actor.email })
  return consoleMail(services, email, text('subject'), [
    { paragraph: text('intro') },
    { label: text('link'), link: teamUrl(services.urls, app.id) },
  ])
}

const teamUrl = ({ api }: Pick<PublicUrls, 'api'>, appId: string): string => `${api}${CONSOLE_PATH}/apps/${appId}/team`

/** For a new app, in its transaction: the person who creates it is its first owner. */
export const addFirstOwner = async (
  tx: Tx,
  services: Pick<Services, 'secrets' | 'clock'>,
  { app, actor }: TeamCaller,
): Promise<void> => {
  await saveRole(tx, { appId: app.id, memberId: actor.staffId, role: 'owner', createdAt: services.clock.now() })
  await recordTeamAction(tx, services, { app, actor }, { act: 'staff.first-owner', subject: actor.staffId })
}

/** Number of owners, without the demo owner. */
export const countOwners = async (db: Parameters<typeof listOwnerIds>[0], appId: string): Promise<number> =>
  (await listOwnerIds(db, appId)).length
