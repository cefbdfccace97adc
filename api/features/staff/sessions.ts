import { CONSOLE_APP_ID } from '../../../contract/admin/console-session'
import type {
  ConsoleSession,
  ConsoleSessionInput,
  ConsoleSessionOutput,
} from '../../../contract/admin/schemas/console-session'
import {
  CONSOLE_LOGIN_MAX_AGE_MINUTES,
  CONSOLE_SESSION_IDLE_MINUTES,
  CONSOLE_SESSION_LIFETIME_HOURS,
  STEP_UP_MINUTES,
} from '../../../contract/limits'
import { zoneOf } from '../../../contract/zone-days'
import type { Db, Tx } from '../../database/db'
import type { Services } from '../../http/services'
import { toIso, toIsoOrNull } from '../../lib/clock'
import { ApiError } from '../../lib/errors'
import { checkPassword } from '../accounts/login'
import { findDeadline, findOrSetDeadline, findSecondFactors } from '../accounts/repository-sign-in'
import type { AppDefinition } from '../apps/definition'
import { consoleAppAt, findAppById, STAFF_SECOND_FACTOR_DAYS } from '../apps/repository'
import { auditEntry } from '../audit/actions'
import { insertAuditEntry } from '../audit/repository'
import { findMemberById, lockMemberById } from '../members/repository'
import type { MemberRow } from '../members/repository'
import { deleteSession, findSession } from '../members/repository-sessions'
import { checkAssertion, recordUse } from '../passkeys/ceremony'
import type { Ceremony, Page } from '../passkeys/ceremony'
import { requestPasskey } from '../passkeys/routes'
import {
  deleteConsoleSession,
  findConsoleCaller,
  findStaffAccount,
  insertConsoleSession,
  listRolesOf,
  updateConsoleSession,
  findRole,
} from './repository'
import type { ConsoleCallerRow } from './repository'
import type { AdminEndpoint } from '../../../contract/admin/endpoints/admin-endpoint'
import { mayDo, roles } from '../../../contract/admin/rights'
import type { Role } from '../../../contract/admin/rights'
import type { SentCookie } from '../../http/admin-pipeline'
import type { AdminContext, ServerContext, StaffActor } from '../apps/secret-keys'

const MINUTE_MS = 60_000
/** Accuracy of the last use, so that not every call writes. */
const TOUCH_EVERY_MS = MINUTE_MS

type Tools = Pick<Services, 'secrets' | 'clock'>

/** A person with an open session. */
export interface ConsoleCaller {
  sessionId: string
  staffId: string
  name: string
  email: string
  isServerOwner: boolean
  isDemo: boolean
  /** When the confirmed password is no longer enough; null: it is not. */
  steppedUpUntil: number | null
  expiresAt: number
}

/** Proves that a call comes from the console's page: only that page can read it. */
export const consoleToken = ({ secrets }: Pick<Services, 'secrets'>, sessionToken: string): string =>
  secrets.digest(`console token ${sessionToken}`)

/**
 * Exchanges a member's session for one of the console; the member's session ends.
 * @returns the token for the cookie
 * @throws ApiError `client/invalid-token` also for a session that is older than five minutes, `no-staff-account`
 */
export async function logInToConsole(services: Tools & Pick<Services, 'store'>, memberToken: string): Promise<string> {
  const { store, secrets, clock } = services
  const digest = secrets.digest(memberToken)
  return store.transaction(async (tx) => {
    const now = clock.now()
    const session = await findSession(tx, digest, now)
    const isFresh = session !== null && now - session.createdAt <= CONSOLE_LOGIN_MAX_AGE_MINUTES * MINUTE_MS
    if (!isFresh || session.appId !== CONSOLE_APP_ID || session.mode !== 'live')
      throw new ApiError('client/invalid-token')
    const member = await lockMemberById(tx, session.memberId)
    const account = member && (await findStaffAccount(tx, member.id))
    const hasAccess = account && (account.serverOwner === 1 || (await listRolesOf(tx, account.memberId)).length > 0)
    if (!member?.verified || !hasAccess) throw new ApiError('no-staff-account')
    await deleteSession(tx, digest)
    return openConsoleSession(tx, services, member, { name: account.name, steppedUpAt: session.createdAt })
  })
}

/** In the transaction that proved the person. @returns the token for the cookie */
export async function openConsoleSession(
  tx: Tx,
  services: Tools,
  { id: memberId, passwordHash }: Pick<MemberRow, 'id' | 'passwordHash'>,
  { name, steppedUpAt }: { name: string; steppedUpAt: number },
): Promise<string> {
  const { secrets, clock } = services
  const [token, now] = [secrets.sessionToken(), clock.now()]
  await insertConsoleSession(tx, {
    id: secrets.id('ses'),
    tokenDigest: secrets.digest(token),
    memberId,
    createdAt: now,
    usedAt: now,
    steppedUpAt,
    passwordDigest: secrets.digest(passwordHash ?? ''),
    expiresAt: now + CONSOLE_SESSION_LIFETIME_HOURS * 60 * MINUTE_MS,
  })
  // Setup links and invitations open the first session without a login.
  await findOrSetDeadline(tx, memberId, now + STAFF_SECOND_FACTOR_DAYS * 24 * 60 * MINUTE_MS)
  await insertAuditEntry(
    tx,
    auditEntry(services, personOf(memberId, name), { act: 'console.login', subject: memberId }),
  )
  return token
}

/** For actions that are about no app. */
export const personOf = (staffId: string, name: string) =>
  ({ appId: CONSOLE_APP_ID, mode: 'live', actor: name, actorId: staffId, via: 'console' }) as const

/** Longer than any token: not worth hashing. */
const TOKEN_MAX_CHARS = 128

/**
 * The person of a cookie, and records the use.
 * @param isUse false: an open page asks by itself, which does not keep the session alive
 * @throws ApiError `console-login-required` after an hour without use, twelve hours, a changed password or removal
 */
export async function requireConsoleCaller(
  services: Tools & Pick<Services, 'store' | 'console'>,
  sessionToken: string,
  { isUse = true } = {},
): Promise<ConsoleCaller> {
  const { store, secrets, clock, console: settings } = services
  const isToken = sessionToken.length <= TOKEN_MAX_CHARS
  const row = isToken ? await findConsoleCaller(store, secrets.digest(sessionToken)) : null
  const now = clock.now()
  if (!row || !isOpen(row, services, now) || (row.demo === 1 && !settings.development))
    throw new ApiError('console-login-required')
  if (isUse && now - row.usedAt >= TOUCH_EVERY_MS) await updateConsoleSession(store, row.id, { usedAt: now })
  return toCaller(row, now)
}

const isOpen = (row: ConsoleCallerRow, { secrets }: Pick<Services, 'secrets'>, now: number): boolean =>
  row.expiresAt > now &&
  now - row.usedAt < CONSOLE_SESSION_IDLE_MINUTES * MINUTE_MS &&
  row.verified === 1 &&
  row.passwordDigest === secrets.digest(row.passwordHash ?? '')

function toCaller(row: ConsoleCallerRow, now: number): ConsoleCaller {
  const until = row.steppedUpAt === null ? 0 : row.steppedUpAt + STEP_UP_MINUTES * MINUTE_MS
  return {
    sessionId: row.id,
    staffId: row.memberId,
    name: row.name,
    email: row.email,
    isServerOwner: row.serverOwner === 1,
    isDemo: row.demo === 1,
    steppedUpUntil: until > now ? until : null,
    expiresAt: row.expiresAt,
  }
}

type ConfirmServices = Tools & Pick<Services, 'store' | 'hasher' | 'rateLimiter' | 'securityLog' | 'urls'>

/**
 * Step-up. The demo owner has no password and confirms without one.
 * @param origin of the page, for a passkey
 * @throws ApiError `invalid-password`, `required-field-missing`, `too-many-requests`, and those of `checkAssertion`
 */
export async function confirmConsoleSession(
  services: ConfirmServices,
  caller: ConsoleCaller,
  proof: ConsoleSessionInput<'confirmConsoleSession'>,
  origin: string | null,
): Promise<number> {
  const { store, clock } = services
  const { sessionId, staffId, name, isDemo } = caller
  const settle = isDemo ? null : await checkProof(services, caller, proof, origin)
  const now = clock.now()
  await store.transaction(async (tx) => {
    await settle?.(tx)
    await updateConsoleSession(tx, sessionId, { steppedUpAt: now })
    await insertAuditEntry(
      tx,
      auditEntry(services, personOf(staffId, name), { act: 'console.confirm', subject: staffId }),
    )
  })
  return now + STEP_UP_MINUTES * MINUTE_MS
}

/** @returns the last check, in the transaction; null without one */
async function checkProof(
  services: ConfirmServices,
  { staffId }: ConsoleCaller,
  { password, credential }: ConsoleSessionInput<'confirmConsoleSession'>,
  origin: string | null,
): Promise<((tx: Tx) => Promise<void>) | null> {
  if (credential) {
    const checked = await checkAssertion(services, pageAt(services, origin), credential, ceremonyOf(staffId))
    return (tx) => recordUse(tx, services, checked)
  }
  if (password === undefined) throw new ApiError('required-field-missing')
  const member = await findMemberById(services.store, staffId)
  if (member && (await checkPassword(services, member, password))) return null
  services.securityLog.write('password-refused', { memberId: staffId })
  throw new ApiError('invalid-password', { message: 'This password is wrong.' })
}

/** A passkey of another person signs nothing here. */
const ceremonyOf = (staffId: string): Ceremony => ({ purpose: 'prove', memberId: staffId })

/** The console's page, on which people of the console have their passkeys. */
const pageAt = ({ urls }: Pick<Services, 'urls'>, origin: string | null): Page => ({
  app: consoleAppAt(urls.api),
  mode: 'live',
  origin,
})

/** @throws ApiError `login-method-disabled` on a host on which passkeys cannot work */
export const readConfirmOptions = (
  services: Pick<Services, 'store' | 'clock' | 'urls'>,
  { staffId }: ConsoleCaller,
  origin: string | null,
): Promise<ConsoleSessionOutput<'readConfirmOptions'>> =>
  requestPasskey(services, pageAt(services, origin), ceremonyOf(staffId))

export async function endConsoleSession(
  services: Tools & Pick<Services, 'store'>,
  { sessionId, staffId, name }: ConsoleCaller,
): Promise<void> {
  await services.store.transaction(async (tx) => {
    await deleteConsoleSession(tx, sessionId)
    await insertAuditEntry(
      tx,
      auditEntry(services, personOf(staffId, name), { act: 'console.logout', subject: staffId }),
    )
  })
}

export const toPerson = (caller: Omit<ConsoleCaller, 'sessionId' | 'expiresAt'>): ConsoleSession['person'] => ({
  id: caller.staffId,
  name: caller.name,
  email: caller.email,
  isServerOwner: caller.isServerOwner,
  isDemo: caller.isDemo,
  steppedUpUntil: caller.steppedUpUntil === null ? null : toIso(caller.steppedUpUntil),
})

/** Apps in which the person has a role; an app that is gone is left out. */
export async function listAppsOf(db: Db, staffId: string): Promise<ConsoleSession['apps']> {
  const found: ConsoleSession['apps'] = []
  for (const { appId, role } of await listRolesOf(db, staffId)) {
    const app = await findAppById(db, appId)
    if (app) found.push(toAppEntry(app, role))
  }
  return found
}

export const toAppEntry = (app: AppDefinition, role: Role): ConsoleSession['apps'][number] => ({
  id: app.id,
  name: app.name,
  role,
  timeZone: zoneOf(app),
})

/** The data that the console's page needs to start. */
export async function toConsoleSession(
  services: Pick<Services, 'store' | 'secrets'>,
  caller: ConsoleCaller,
  sessionToken: string,
): Promise<ConsoleSession> {
  const { dueAt, hasPasskey } = caller.isDemo ? noFactors : await readFactors(services.store, caller.staffId)
  return {
    person: toPerson(caller),
    apps: await listAppsOf(services.store, caller.staffId),
    token: consoleToken(services, sessionToken),
    expiresAt: toIso(caller.expiresAt),
    secondFactorDueAt: toIsoOrNull(dueAt),
    hasPasskey,
  }
}

const noFactors = { dueAt: null, hasPasskey: false }

/** `dueAt` is null for a person who has a second factor. */
async function readFactors(db: Db, staffId: string): Promise<{ dueAt: number | null; hasPasskey: boolean }> {
  const { hasTotp, hasPasskey } = await findSecondFactors(db, staffId)
  return { dueAt: hasTotp || hasPasskey ? null : await findDeadline(db, staffId), hasPasskey }
}

type IdentifyServices = Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter' | 'console'>

/**
 * The person of the console's cookie, with their role in the named app. Always in this order: session, token, limit, app, right, step-up.
 * @throws ApiError `console-login-required`, `access-denied` without the token, `too-many-requests`, `required-field-missing` without app
 * or mode, `right-missing` also for an unknown app, `step-up-required`
 */
export async function identifyPerson(
  services: IdentifyServices,
  endpoint: AdminEndpoint,
  sent: SentCookie,
): Promise<AdminContext | ServerContext> {
  const { cookie, appId, mode, ipAddress, isIdle } = sent
  const caller = await requireConsoleCaller(services, cookie, { isUse: !isIdle })
  sent.requireToken(consoleToken(services, cookie))
  await services.rateLimiter.take('consoleCallsPerPerson', caller.staffId)
  const { expiresAt: _, ...person } = caller
  const actorIn = (role: Role | null): StaffActor => ({ kind: 'staff', ...person, role })
  const common = { keyId: caller.staffId, ipAddress }
  if (endpoint.scope === 'server') {
    if (endpoint.right === 'server' && !caller.isServerOwner) throw new ApiError('right-missing')
    requireStepUp(endpoint, caller)
    return { ...common, actor: actorIn(null) }
  }
  if (appId === undefined || mode === undefined) throw new ApiError('required-field-missing')
  if (mode !== 'test' && mode !== 'live') throw new ApiError('invalid-field-value')
  const role = await findRole(services.store, appId, caller.staffId)
  const app = role && (await findAppById(services.store, appId))
  if (!role || !app || !includes(role, endpoint.right)) throw new ApiError('right-missing')
  requireStepUp(endpoint, caller)
  return { ...common, app, mode, actor: actorIn(role), rights: roles[role] }
}

/** `staff`: every role has it. */
const includes = (role: Role, right: AdminEndpoint['right']): boolean =>
  [right].flat().some((one) => one === 'staff' || (one !== 'server' && mayDo(role, one)))

function requireStepUp({ stepUp }: AdminEndpoint, { steppedUpUntil }: { steppedUpUntil: number | null }): void {
  if (stepUp && steppedUpUntil === null) throw new ApiError('step-up-required')
}
