import {
  CODE_LENGTH_DIGITS,
  CODE_TRIES_PER_MAIL,
  NEW_DEVICE_LINK_LIFETIME_HOURS,
  RESET_CODE_LIFETIME_MINUTES,
  VERIFICATION_LINK_LIFETIME_HOURS,
} from '../../../contract/limits'
import type { Database, Tx, Db } from '../../database/db'
import type { Services } from '../../http/services'
import type { AppDefinition } from '../apps/definition'
import { findAppById } from '../apps/repository'
import { deleteMail, insertMail, toOutboxRow } from '../mail/outbox'
import type { OutboxRow } from '../mail/outbox'
import { findMemberById, findMemberByEmail, lockMemberById, updateMemberById } from '../members/repository'
import type { MemberRow, ProfileContent } from '../members/repository'
import {
  findCodeByLink,
  deleteCodesOfMember,
  deleteEmailCodes,
  consumeCode,
  consumeEmailChange,
  deleteSignupRecords,
  findLatestEmailChange,
  insertCode,
  saveContentBefore,
} from './repository'
import type { CodePurpose, CodeRow, EmailChangeRow } from './repository'
import type { Secrets } from '../../lib/ids'
import type { DeviceClaim } from './devices'
import type { Answer, Input } from '../../../contract/schemas'
import { messages } from '../../../contract/messages'
import { tryTake, accountKey } from '../../http/rate-limits/limiter'
import { ApiError } from '../../lib/errors'
import type { RequestFor } from '../members/context'
import { checkOriginDomain } from '../apps/relying-party'
import { deleteSessionsOfMember } from '../members/repository-sessions'
import { verifyEmailMail } from './mails'
import {
  deleteDevicesOfMember,
  deletePendingEmail,
  deleteProviderConnections,
  deleteProviderResults,
  deleteSecondFactors,
  findDevice,
  listProviderConnections,
} from './repository-sign-in'

export interface LinkOwner {
  code: CodeRow
  member: MemberRow
  app: AppDefinition
}

/** Null for a link that is unknown, used, replaced or expired. */
export async function findLinkOwner(
  { store, secrets, clock }: Pick<Services, 'store' | 'secrets' | 'clock'>,
  purpose: CodePurpose,
  token: string,
): Promise<LinkOwner | null> {
  const code = await findCodeByLink(store, secrets.digest(token), purpose, clock.now())
  const member = code && (await findMemberById(store, code.memberId))
  const app = code && (await findAppById(store, code.appId))
  return code && member && app ? { code, member, app } : null
}

const DIGITS = new RegExp(`^\\d{${CODE_LENGTH_DIGITS}}$`, 'u')

/** Ignores spaces and dashes; null without six digits. */
export function digitsIn(typed: string): string | null {
  const digits = typed.replaceAll(/[\s-]/gu, '')
  return DIGITS.test(digits) ? digits : null
}

/** Writes and deletes a row, so that an unknown account takes as long as a known one. */
export async function decoyWrite(store: Database, mail: OutboxRow): Promise<void> {
  await store.transaction(async (tx) => {
    await insertMail(tx, mail)
    await deleteMail(tx, mail.id)
  })
}

const MINUTE_MS = 60_000

const kinds: Record<CodePurpose, { lifetimeMs: number; hasDigits: boolean }> = {
  'reset-password': { lifetimeMs: RESET_CODE_LIFETIME_MINUTES * MINUTE_MS, hasDigits: true },
  'verify-email': { lifetimeMs: VERIFICATION_LINK_LIFETIME_HOURS * 60 * MINUTE_MS, hasDigits: false },
  'not-me': { lifetimeMs: NEW_DEVICE_LINK_LIFETIME_HOURS * 60 * MINUTE_MS, hasDigits: false },
}

interface NewCode {
  row: CodeRow
  /** The six digits, for the mail only. */
  code: string
  /** The link's token, for the mail only. */
  token: string
  /** For the requesting browser: the digits need it. Null for published clients. */
  requestToken: string | null
}

/** @param requestedFrom IP address of the caller @param options.claim sent by our own client: the digits then need the request token */
export function newCode(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  member: Pick<MemberRow, 'id' | 'appId' | 'mode'>,
  { purpose, requestedFrom }: { purpose: CodePurpose; requestedFrom: string },
  { claim, isLinkOnly = false }: { claim?: DeviceClaim; isLinkOnly?: boolean } = {},
): NewCode {
  const { lifetimeMs } = kinds[purpose]
  const hasDigits = kinds[purpose].hasDigits && !isLinkOnly
  const requestToken = claim === undefined ? null : secrets.sessionToken()
  const code = secrets.code()
  const token = secrets.linkToken()
  const createdAt = clock.now()
  const row = {
    id: secrets.id('code'),
    memberId: member.id,
    appId: member.appId,
    mode: member.mode,
    purpose,
    codeDigest: hasDigits ? digestCode(secrets, member.id, code) : null,
    linkDigest: secrets.digest(token),
    requestDigest: requestToken === null ? null : secrets.digest(requestToken),
    requestedFrom,
    triesLeft: CODE_TRIES_PER_MAIL,
    createdAt,
    expiresAt: createdAt + lifetimeMs,
  }
  return { row, code, token, requestToken }
}

/** Salted with the member, so that equal codes have different digests. */
export function digestCode(secrets: Secrets, memberId: string, code: string): string {
  return secrets.digest(`${memberId} ${code}`)
}

/** Reset codes, links and one-time codes. */
export async function dropOpenCodes(tx: Tx, member: Pick<MemberRow, 'id' | 'appId' | 'mode' | 'email'>): Promise<void> {
  await deleteCodesOfMember(tx, member.id)
  await deleteEmailCodes(tx, member)
}

/**
 * Earlier links stop working.
 * @throws ApiError `already-verified`, `invalid-field-value` (a foreign `origin_domain`), `too-many-requests`
 */
export async function sendEmailVerification(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter' | 'urls' | 'mailWaiting'>,
  request: RequestFor<'sendEmailVerification'>,
  input: Input<'sendEmailVerification'>,
): Promise<Answer<'sendEmailVerification'>> {
  const { app, mode, member, ipAddress } = request
  checkOriginDomain(request, input.origin_domain)
  if (member.verified) throw new ApiError('already-verified')
  await services.rateLimiter.take('verificationMailsPerAccount', accountKey(app.id, mode, member.email))
  const verification = newVerification(services, app, member, ipAddress)
  await services.store.transaction((tx) => storeVerification(tx, verification))
  services.mailWaiting()
  return { data: { success: true }, message: messages.sendMemberVerificationEmail }
}

interface Verification {
  row: CodeRow
  mail: OutboxRow
}

function newVerification(
  services: Pick<Services, 'secrets' | 'clock' | 'urls'>,
  app: AppDefinition,
  member: MemberRow,
  requestedFrom: string,
): Verification {
  const { row, token } = newCode(services, member, { purpose: 'verify-email', requestedFrom })
  return { row, mail: toOutboxRow(services, app, member, verifyEmailMail(app, services.urls, { token })) }
}

/** In the caller's transaction: link and mail are useless without each other. */
export async function storeVerification(tx: Tx, { row, mail }: Verification): Promise<void> {
  await insertCode(tx, row)
  await insertMail(tx, mail)
}

/**
 * Null when no mail is due: repeated sign-ups and deletions must not fill a stranger's mailbox. The member can request the mail later.
 * @param requestedFrom the caller's IP address
 */
export async function verificationForSignup(
  services: Pick<Services, 'secrets' | 'clock' | 'rateLimiter' | 'urls'>,
  app: AppDefinition,
  member: MemberRow,
  requestedFrom: string,
): Promise<Verification | null> {
  if (member.verified || !app.verificationMailOnSignup) return null
  const account = accountKey(app.id, member.mode, member.email)
  const mayMail = await tryTake(services.rateLimiter, 'verificationMailsPerAccount', account)
  return mayMail ? newVerification(services, app, member, requestedFrom) : null
}

/**
 * Verifies the address. With a password, which the page asked for, password and sessions stay. Without one, the link is the first proof and
 * the account may be a stranger's: its sessions and providers end.
 * @param owner as when the password was checked
 * @returns whether the sessions stayed
 * @throws ApiError `invalid-reset-code` when another request used the link first
 */
export async function completeVerification(store: Database, owner: LinkOwner): Promise<{ kept: boolean }> {
  const entered = owner.member.passwordHash
  return useLink(store, owner, async (member, tx) => {
    const kept = entered !== null && member.passwordHash === entered
    if (kept) await updateMemberById(tx, member.id, { verified: true })
    else await confirmEmail(tx, member)
    return { kept }
  })
}

/**
 * "This was not me". After a mistyped change, the old email returns. An account signed up with this address loses password, login methods
 * and
 * content; a reset by mail gives it to the mailbox's owner.
 * @returns whether the account has its former email again
 * @throws ApiError `invalid-reset-code` when another request used the link first
 */
export async function dropStranger(store: Database, owner: LinkOwner, now: number): Promise<{ takenBack: boolean }> {
  return useLink(store, owner, async (member, tx) => {
    const change = await findLatestEmailChange(tx, member.id, now)
    if (change && change.email !== member.email && (await revertEmailChange(tx, change, member))) {
      return { takenBack: true }
    }
    await updateMemberById(tx, member.id, { passwordHash: null, ...memberContentOf(owner.app, member) })
    await deleteSignupRecords(tx, member.id)
    await revokeLoginMethods(tx, member.id)
    await deleteSecondFactors(tx, member.id)
    await dropOpenCodes(tx, member)
    return { takenBack: false }
  })
}

async function useLink<T>(
  store: Database,
  { code }: LinkOwner,
  settle: (member: MemberRow, tx: Tx) => Promise<T>,
): Promise<T> {
  return store.transaction(async (tx) => {
    const used = await consumeCode(tx, code.id)
    const member = used && (await lockMemberById(tx, code.memberId))
    // Verified since, for example by a reset: revoke nothing.
    if (!member || member.verified) throw new ApiError('invalid-reset-code')
    return settle(member, tx)
  })
}

/**
 * First verification, by code or provider. Anyone may have made the account before (pre-hijacking): password, sessions, providers, devices
 * and codes are revoked, except the proving device's. The profile is saved for the former verified email, whose owner can still revert.
 * @param member locked
 * @param deviceId the caller's known device, null for any other browser
 * @returns the changed member
 */
export async function confirmEmail(tx: Tx, member: MemberRow, deviceId: string | null = null): Promise<MemberRow> {
  if (member.verified) return member
  const keepsPassword = await isPasswordOf(tx, member, deviceId)
  const proven = { passwordHash: keepsPassword ? member.passwordHash : null, verified: true }
  await updateMemberById(tx, member.id, proven)
  await revokeLoginMethods(tx, member.id, deviceId)
  // A stranger could have set them up, to lock the owner of the email out.
  if (!keepsPassword) await deleteSecondFactors(tx, member.id)
  const { customFields, metaData, json } = member
  await saveContentBefore(tx, member.id, { customFields, metaData, json })
  await dropOpenCodes(tx, member)
  const connections = await listProviderConnections(tx, member.id)
  return { ...member, ...proven, providers: connections.map(({ provider }) => provider) }
}

/** Whether a code requested by this browser would remove the password. */
export async function endsPassword(db: Db, member: MemberRow, deviceId: string | null): Promise<boolean> {
  if (member.verified || member.passwordHash === null) return false
  return !(await isPasswordOf(db, member, deviceId))
}

async function isPasswordOf(db: Db, { id }: MemberRow, deviceId: string | null): Promise<boolean> {
  const device = deviceId === null ? null : await findDevice(db, id, deviceId, 0)
  return device !== null && device.passwordSetAt !== null
}

/**
 * All but the password: sessions, provider connections, unfetched provider results, a new email that waits, known devices.
 * @param exceptDevice keeps those of this device
 */
export async function revokeLoginMethods(tx: Tx, memberId: string, exceptDevice: string | null = null): Promise<void> {
  await deleteSessionsOfMember(tx, memberId, exceptDevice)
  await deleteProviderConnections(tx, memberId, exceptDevice)
  await deleteProviderResults(tx, memberId)
  await deletePendingEmail(tx, memberId)
  await deleteDevicesOfMember(tx, memberId, exceptDevice)
}

/**
 * Restores the former verified address and revokes codes mailed to the new one.
 * @param member locked
 * @returns null when another request was first, or another member has the address now
 */
export async function revertEmailChange(
  tx: Tx,
  change: EmailChangeRow,
  member: MemberRow,
): Promise<EmailChangeRow | null> {
  const holder = await findMemberByEmail(tx, change.appId, change.mode, change.email)
  if (holder && holder.id !== member.id) return null
  const taken = await consumeEmailChange(tx, change)
  if (!taken) return null
  await updateMemberById(tx, member.id, { email: change.email, verified: true })
  // A second factor that the other person set up since would still log them in, and lock the owner out.
  await deleteSecondFactors(tx, member.id, change.createdAt)
  await dropOpenCodes(tx, member)
  return taken
}

const EMPTY: ProfileContent = { customFields: {}, metaData: {}, json: {} }

/** Replaces the member's own content and removes the image. Fields restricted to admins stay. @param content empty by default */
export function memberContentOf(
  app: AppDefinition,
  member: MemberRow,
  content: ProfileContent = EMPTY,
): ProfileContent & { profileImage: null } {
  const admins = new Set(app.customFields.filter(({ restrictToAdmin }) => restrictToAdmin).map(({ key }) => key))
  const kept = Object.entries(member.customFields).filter(([key]) => admins.has(key))
  const own = Object.entries(content.customFields).filter(([key]) => !admins.has(key))
  return { ...content, customFields: Object.fromEntries([...own, ...kept]), profileImage: null }
}
