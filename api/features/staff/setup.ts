import { CONSOLE_APP_ID, CONSOLE_PATH, shippedApps } from '../../../contract/admin/console-session'
import type { ConsoleSessionInput, ConsoleSessionOutput } from '../../../contract/admin/schemas/console-session'
import { SETUP_LINK_LIFETIME_MINUTES } from '../../../contract/limits'
import type { Tx } from '../../database/db'
import type { Services } from '../../http/services'
import { ApiError } from '../../lib/errors'
import { deleteSecondFactors } from '../accounts/repository-sign-in'
import { changePassword, requireGoodPassword } from '../accounts/passwords'
import { newMember } from '../accounts/signup'
import { consoleApp, consoleAppAt, findAppById, listApps } from '../apps/repository'
import { insertApp } from '../apps/versions'
import { auditEntry } from '../audit/actions'
import { insertAuditEntry } from '../audit/repository'
import {
  findMemberByEmail,
  findMemberById,
  insertMember,
  lockMemberById,
  updateMemberById,
} from '../members/repository'
import type { MemberRow } from '../members/repository'
import {
  consumeSetupLink,
  deleteConsoleSessionsOf,
  deleteInvitation,
  findInvitation,
  findRole,
  findStaffAccount,
  hasStaff,
  insertSetupLink,
  insertStaffAccount,
  listOwnerIds,
  saveRole,
  updateStaffAccount,
} from './repository'
import type { InvitationRow } from './repository'
import { openConsoleSession, personOf } from './sessions'
import type { ConsoleCaller } from './sessions'
import { addFirstOwner, recordTeamAction } from './team'

type Tools = Pick<Services, 'store' | 'secrets' | 'clock'>
type AccountServices = Tools & Pick<Services, 'hasher' | 'urls' | 'rateLimiter' | 'console' | 'breachedPasswords'>

const scope = { appId: CONSOLE_APP_ID, mode: 'live' } as const

/**
 * A link that creates a server owner once, or gives a locked-out one a new password. Anyone who can run commands on the server may have it.
 * @returns `expiresAt` in epoch milliseconds
 */
export async function makeSetupLink(
  { store, secrets, clock, urls }: Tools & Pick<Services, 'urls'>,
  actor: 'owner command' | 'first start',
): Promise<{ url: string; expiresAt: number }> {
  const [token, now] = [secrets.sessionToken(), clock.now()]
  const expiresAt = now + SETUP_LINK_LIFETIME_MINUTES * 60_000
  await store.transaction(async (tx) => {
    await insertSetupLink(tx, { tokenDigest: secrets.digest(token), createdAt: now, expiresAt })
    const entry = auditEntry({ secrets, clock }, { ...scope, actor }, { act: 'console.link', subject: CONSOLE_APP_ID })
    await insertAuditEntry(tx, entry)
  })
  return { url: `${urls.api}${CONSOLE_PATH}/setup#${token}`, expiresAt }
}

/** For each start. @returns null once there is staff, or without the console */
export async function firstSetupUrl(services: Tools & Pick<Services, 'urls' | 'console'>): Promise<string | null> {
  if (!services.console.enabled || (await hasStaff(services.store))) return null
  return (await makeSetupLink(services, 'first start')).url
}

/**
 * Creates a server owner, who owns the apps that have no owner. The link proves the address. For an existing account it sets the password,
 * ends its sessions and removes its second factor.
 * @returns the token for the cookie
 * @throws ApiError `invalid-setup-link`, `password-too-common`, `password-breached`
 */
export async function setUp(
  services: AccountServices,
  { token, name, email, password }: ConsoleSessionInput<'setUpConsole'>,
): Promise<string> {
  const { store, secrets, clock } = services
  const passwordHash = await hashPassword(services, email, password)
  return store.transaction(async (tx) => {
    if (!(await consumeSetupLink(tx, secrets.digest(token), clock.now()))) throw new ApiError('invalid-setup-link')
    const known = await findMemberByEmail(tx, CONSOLE_APP_ID, 'live', email)
    const member = known
      ? await recover(tx, services, known, passwordHash)
      : await join(tx, services, email, passwordHash)
    const account = await findStaffAccount(tx, member.id)
    if (account) await updateStaffAccount(tx, member.id, { name, serverOwner: 1 })
    else await insertStaffAccount(tx, newAccount(services, member.id, name, { serverOwner: 1 }))
    const act = known ? 'console.recover' : 'console.setup'
    await insertAuditEntry(tx, auditEntry(services, personOf(member.id, name), { act, subject: member.id }))
    await ownTheUnowned(tx, services, { staffId: member.id, name, email })
    return openConsoleSession(tx, services, member, { name, steppedUpAt: clock.now() })
  })
}

async function hashPassword(services: AccountServices, email: string, password: string): Promise<string> {
  const app = consoleAppAt(services.urls.api)
  await requireGoodPassword(services, { app, mode: 'live', email }, password)
  return services.hasher.hash(password)
}

/** A verified member of `app_console`. */
async function join(tx: Tx, services: AccountServices, email: string, passwordHash: string | null): Promise<MemberRow> {
  const app = consoleAppAt(services.urls.api)
  const content = { email, customFields: {}, metaData: {} }
  // Members refer to a row of their app; the definition is always the one in the code.
  await insertApp(tx, consoleApp)
  const member = newMember(services, { app, mode: 'live' }, content, { passwordHash, verified: true })
  await insertMember(tx, member)
  return member
}

async function recover(tx: Tx, services: AccountServices, known: MemberRow, passwordHash: string): Promise<MemberRow> {
  await lockMemberById(tx, known.id)
  await updateMemberById(tx, known.id, { verified: true })
  await deleteConsoleSessionsOf(tx, known.id)
  // Anyone who lost it has no other way in.
  await deleteSecondFactors(tx, known.id)
  return changePassword(tx, services, { ...known, verified: true }, { passwordHash, keepTokenDigest: null })
}

const newAccount = (
  { clock }: Pick<Services, 'clock'>,
  memberId: string,
  name: string,
  { serverOwner = 0, demo = 0 }: { serverOwner?: 0 | 1; demo?: 0 | 1 } = {},
) => ({ memberId, name, serverOwner, demo, createdAt: clock.now() })

/** Apps older than the console have no owner; without this, they could not be opened. */
async function ownTheUnowned(
  tx: Tx,
  services: Tools,
  person: { staffId: string; name: string; email: string },
): Promise<void> {
  const actor = { kind: 'staff', ...person } as const
  for (const app of await listApps(tx))
    if ((await listOwnerIds(tx, app.id)).length === 0) await addFirstOwner(tx, services, { app, actor })
}

const DEMO_OWNER = { email: 'demo.owner@example.test', name: 'Demo Owner' }

/**
 * A session of the demo owner, who is created at the first use. Development only.
 * @returns the token for the cookie
 * @throws ApiError `not-found` elsewhere
 */
export async function openDemoSession(services: AccountServices): Promise<string> {
  const { store, clock } = services
  if (!services.console.development) throw new ApiError('not-found')
  return store.transaction(async (tx) => {
    const known = await findMemberByEmail(tx, CONSOLE_APP_ID, 'live', DEMO_OWNER.email)
    const member = known ?? (await join(tx, services, DEMO_OWNER.email, null))
    if (!(await findStaffAccount(tx, member.id)))
      await insertStaffAccount(tx, newAccount(services, member.id, DEMO_OWNER.name, { serverOwner: 1, demo: 1 }))
    for (const appId of shippedApps)
      if ((await findAppById(tx, appId)) && (await findRole(tx, appId, member.id)) === null)
        await saveRole(tx, { appId, memberId: member.id, role: 'owner', createdAt: clock.now() })
    return openConsoleSession(tx, services, member, { name: DEMO_OWNER.name, steppedUpAt: clock.now() })
  })
}

/** @throws ApiError `invalid-invitation`, `too-many-requests` after failures from one IP address */
async function requireInvitation(
  services: Tools & Pick<Services, 'rateLimiter'>,
  token: string,
  ipAddress: string,
): Promise<InvitationRow> {
  const { store, secrets, clock, rateLimiter } = services
  const row = await findInvitation(store, secrets.digest(token), clock.now())
  if (row) return row
  await rateLimiter.take('consoleLinkFailuresPerAddress', ipAddress)
  throw new ApiError('invalid-invitation')
}

/** @throws ApiError `invalid-invitation`, `too-many-requests` */
export async function readInvitation(
  services: Tools & Pick<Services, 'rateLimiter'>,
  token: string,
  ipAddress: string,
): Promise<ConsoleSessionOutput<'readInvitation'>> {
  const { appId, email, role, invitedBy } = await requireInvitation(services, token, ipAddress)
  const app = await findAppById(services.store, appId)
  if (!app) throw new ApiError('invalid-invitation')
  const hasAccount = (await findMemberByEmail(services.store, CONSOLE_APP_ID, 'live', email)) !== null
  return { email, role, appName: app.name, invitedBy, hasAccount }
}

interface Acceptance extends ConsoleSessionInput<'acceptInvitation'> {
  /** The person of the sent cookie; null without one. */
  caller: ConsoleCaller | null
  ipAddress: string
}

/**
 * Joins the team: with a new account, or as the logged-in person whom the invitation names.
 * @returns the token for the cookie; null for a person who has a session
 * @throws ApiError `invalid-invitation`, `console-login-required` when the address has an account, `required-field-missing`
 */
export async function acceptInvitation(services: AccountServices, accepted: Acceptance): Promise<string | null> {
  const { store, clock } = services
  const { token, name, password, caller } = accepted
  const { id, email } = await requireInvitation(services, token, accepted.ipAddress)
  const isCaller = caller?.email === email
  const hash = isCaller || password === undefined ? null : await hashPassword(services, email, password)
  return store.transaction(async (tx) => {
    const invitation = await findInvitation(tx, services.secrets.digest(token), clock.now())
    if (invitation?.id !== id) throw new ApiError('invalid-invitation')
    await deleteInvitation(tx, invitation.appId, id)
    if (isCaller) {
      const member = await findMemberById(tx, caller.staffId)
      if (member?.email !== email) throw new ApiError('console-login-required')
      await enterTeam(tx, services, invitation, { staffId: member.id, name: caller.name, email })
      return null
    }
    if (await findMemberByEmail(tx, CONSOLE_APP_ID, 'live', email)) throw new ApiError('console-login-required')
    if (name === undefined || hash === null) throw new ApiError('required-field-missing')
    const member = await join(tx, services, email, hash)
    await insertStaffAccount(tx, newAccount(services, member.id, name))
    await enterTeam(tx, services, invitation, { staffId: member.id, name, email })
    return openConsoleSession(tx, services, member, { name, steppedUpAt: clock.now() })
  })
}

async function enterTeam(
  tx: Tx,
  services: Tools,
  { appId, role, id }: InvitationRow,
  person: { staffId: string; name: string; email: string },
): Promise<void> {
  const app = await findAppById(tx, appId)
  if (!app) throw new ApiError('invalid-invitation')
  await saveRole(tx, { appId, memberId: person.staffId, role, createdAt: services.clock.now() })
  const actor = { kind: 'staff', ...person } as const
  await recordTeamAction(
    tx,
    services,
    { app, actor },
    { act: 'staff.join', subject: person.staffId, detail: { role, invitation: id } },
  )
}
