import type { Answer, Input } from '../../../contract/schemas'
import { accountKey } from '../../lib/ids'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../apps/definition'
import { checkOriginDomain } from '../apps/identify-app'
import type { EmailChangeRow, ProfileContent } from '../../ports/address-store'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'
import type { CodeRow, MemberRow, OutboxRow, Repositories, Store } from '../../ports/store'
import { toOutboxRow } from '../mail/outbox'
import { dropOpenCodes, newCode } from './codes'
import type { LinkOwner } from './codes'
import { verifyEmailMail } from './mails'
import { tryTake } from '../../ports/rate-limiter'

/**
 * Mails the verification link to the logged-in member; an earlier link stops working.
 *
 * @throws ApiError `already-verified`, `invalid-field-value` (a foreign `origin_domain`), `too-many-requests`
 */
export async function sendEmailVerification(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter' | 'urls' | 'mailWaiting'>,
  request: RequestFor<'sendEmailVerification'>,
  input: Input<'sendEmailVerification'>,
): Promise<Answer<'sendEmailVerification'>> {
  const { app, mode, member, address } = request
  checkOriginDomain(request, input.origin_domain)
  if (member.verified) throw new ApiError('already-verified')
  await services.rateLimiter.take('verificationMailsPerAccount', accountKey(app.id, mode, member.email))
  const verification = newVerification(services, app, member, address)
  await services.store.transaction((repositories) => storeVerification(repositories, verification))
  services.mailWaiting()
  return { data: { success: true }, message: 'We have sent you an email. Please open the link in it.' }
}

interface Verification {
  row: CodeRow
  mail: OutboxRow
}

/** A verification link and the mail that carries it, not stored yet. */
export function newVerification(
  services: Pick<Services, 'secrets' | 'clock' | 'urls'>,
  app: AppDefinition,
  member: MemberRow,
  requestedFrom: string,
): Verification {
  const { row, token } = newCode(services, member, 'verify-email', requestedFrom)
  return { row, mail: toOutboxRow(services, app, member, verifyEmailMail(app, services.urls, { token })) }
}

/** Both in the caller's transaction: a mail without its link, or a link without its mail, helps nobody. */
export async function storeVerification(
  { codes, outbox }: Pick<Repositories, 'codes' | 'outbox'>,
  { row, mail }: Verification,
): Promise<void> {
  await codes.insert(row)
  await outbox.insert(mail)
}

/**
 * What a sign-up mails; null where no mail is due. Sign-ups that are deleted and made again must not fill a stranger's
 * mailbox; the member can ask for the mail later.
 *
 * @param requestedFrom address of the caller
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
 * The address is the member's own: it counts as verified. Password and sessions stay where the password was entered. Where
 * there was none to enter, the link is the first proof, and whoever gave the address may be somebody else: their sessions
 * and providers end.
 *
 * @param owner as they were when the password was checked
 * @returns whether the sessions stayed
 * @throws ApiError `invalid-reset-code` when another request used the link first
 */
export async function completeVerification(store: Store, owner: LinkOwner): Promise<{ kept: boolean }> {
  const entered = owner.member.passwordHash
  return useLink(store, owner, async (member, repositories) => {
    const kept = entered !== null && member.passwordHash === entered
    if (kept) await repositories.members.update(member.id, { verified: true })
    else await confirmEmail(repositories, member)
    return { kept }
  })
}

/**
 * Handles "This was not me". A member who mistyped a new address gets the old one back. An account that was signed up with the
 * address loses its password, login methods and content; a reset by mail gives it to the owner of the mailbox.
 * @returns whether the account has its former address again
 * @throws ApiError `invalid-reset-code` when another request used the link first
 */
export async function dropStranger(store: Store, owner: LinkOwner, now: number): Promise<{ takenBack: boolean }> {
  return useLink(store, owner, async (member, repositories) => {
    const change = await repositories.emailChanges.findLatest(member.id, now)
    if (change && change.email !== member.email && (await revertEmailChange(repositories, change, member))) {
      return { takenBack: true }
    }
    await repositories.members.update(member.id, { passwordHash: null, ...memberContentOf(owner.app, member) })
    await repositories.signupRecords.deleteByMember(member.id)
    await revokeLoginMethods(repositories, member.id)
    await dropOpenCodes(repositories, member)
    return { takenBack: false }
  })
}

async function useLink<T>(
  store: Store,
  { code }: LinkOwner,
  settle: (member: MemberRow, repositories: Repositories) => Promise<T>,
): Promise<T> {
  return store.transaction(async (repositories) => {
    const used = await repositories.codes.consume(code.id)
    const member = used && (await repositories.members.lock(code.memberId))
    // Verified in between, for example by a reset: then nothing may be revoked.
    if (!member || member.verified) throw new ApiError('invalid-reset-code')
    return settle(member, repositories)
  })
}

/**
 * Verifies an email for the first time, by a mailed code or a provider. Anyone may have made the account before, so password,
 * sessions, providers, devices and codes are revoked, except those of the device that proves the email (pre-hijacking).
 *
 * The profile is saved for the owner of a former verified email, who can still revert an email change by a thief.
 * @param member locked
 * @param deviceId the known device of the caller, null for any other browser
 * @returns the changed member
 */
export async function confirmEmail(
  repositories: Repositories,
  member: MemberRow,
  deviceId: string | null = null,
): Promise<MemberRow> {
  if (member.verified) return member
  const keepsPassword = await isPasswordOf(repositories, member, deviceId)
  const proven = { passwordHash: keepsPassword ? member.passwordHash : null, verified: true }
  await repositories.members.update(member.id, proven)
  await revokeLoginMethods(repositories, member.id, deviceId)
  const { customFields, metaData, json } = member
  await repositories.emailChanges.keepWords(member.id, { customFields, metaData, json })
  await dropOpenCodes(repositories, member)
  const connections = await repositories.providerConnections.listByMember(member.id)
  return { ...member, ...proven, providers: connections.map(({ provider }) => provider) }
}

/** Whether a code requested by this browser would remove the member's password. */
export async function endsPassword(
  repositories: Pick<Repositories, 'devices'>,
  member: MemberRow,
  deviceId: string | null,
): Promise<boolean> {
  if (member.verified || member.passwordHash === null) return false
  return !(await isPasswordOf(repositories, member, deviceId))
}

async function isPasswordOf(
  { devices }: Pick<Repositories, 'devices'>,
  { id }: MemberRow,
  deviceId: string | null,
): Promise<boolean> {
  const device = deviceId === null ? null : await devices.find(id, deviceId, 0)
  return device !== null && device.passwordSetAt !== null
}

/**
 * Revokes all login methods but the password: sessions, provider connections, unfetched provider answers and known devices.
 * @param exceptDevice keeps those of this device
 */
export async function revokeLoginMethods(
  {
    sessions,
    providerConnections,
    providerAnswers,
    devices,
  }: Pick<Repositories, 'sessions' | 'providerConnections' | 'providerAnswers' | 'devices'>,
  memberId: string,
  exceptDevice: string | null = null,
): Promise<void> {
  await sessions.deleteByMember(memberId, exceptDevice)
  await providerConnections.deleteByMember(memberId, exceptDevice)
  await providerAnswers.deleteByMember(memberId)
  await devices.deleteByMember(memberId, exceptDevice)
}

/**
 * Restores the verified address from before a change, and revokes codes mailed to the new one.
 * @param member locked
 * @returns the change; null when another request was first, or another member has the address now
 */
export async function revertEmailChange(
  repositories: Pick<Repositories, 'members' | 'emailChanges' | 'codes' | 'emailCodes'>,
  change: EmailChangeRow,
  member: MemberRow,
): Promise<EmailChangeRow | null> {
  const { members, emailChanges } = repositories
  const holder = await members.findByEmail(change.appId, change.mode, change.email)
  if (holder && holder.id !== member.id) return null
  const taken = await emailChanges.takeBack(change)
  if (!taken) return null
  await members.update(member.id, { email: change.email, verified: true })
  await dropOpenCodes(repositories, member)
  return taken
}

const EMPTY: ProfileContent = { customFields: {}, metaData: {}, json: {} }

/**
 * Replaces the content that a member wrote, and removes the image. Fields restricted to admins stay.
 * @param content empty by default
 */
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
