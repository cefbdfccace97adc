import type { Answer, Input } from '../../../contract/schemas'
import { messages } from '../../../contract/messages'
import { accountKey, tryTake } from '../../http/rate-limits/limiter'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../apps/definition'
import type { RequestFor } from '../members/context'
import type { Services } from '../../http/services'
import { insertMail, toOutboxRow } from '../mail/outbox'
import { lockCaller } from '../members/context'
import { readMemberPlans } from '../plans/repository'
import { toMember } from '../plans/serializers'
import { checkPassword } from './login'
import { emailChangedMail, confirmEmailMail } from './mails'
import { changePassword, requireGoodPassword } from './passwords'
import { recordPasswordSet, deletePendingEmail, findPendingEmailByLink, savePendingEmail } from './repository-sign-in'
import { requireFreeEmail, orEmailTaken } from './signup'
import { findProof, lockProvenCaller, requireProof } from './step-up'
import { memberContentOf, revertEmailChange, revokeLoginMethods, dropOpenCodes } from './codes'
import { lockMemberById, updateMemberById, findMemberById } from '../members/repository'
import { deleteCodesOfMember, findEmailChangeByLink, insertEmailChange } from './repository'
import type { EmailChangeRow } from './repository'
import { findAppById } from '../apps/repository'
import { EMAIL_CHANGE_LINK_LIFETIME_HOURS, EMAIL_CHANGE_UNDO_HOURS } from '../../../contract/limits'
import type { Tx } from '../../database/db'
import type { OutboxRow } from '../mail/outbox'
import type { MemberRow } from '../members/repository'
import type { PendingEmailRow } from './repository-sign-in'

type AuthServices = Pick<
  Services,
  'store' | 'hasher' | 'secrets' | 'clock' | 'rateLimiter' | 'urls' | 'mailWaiting' | 'breachedPasswords'
>

/**
 * Changes the password; a new email takes effect once the link that it gets is opened. Both in one transaction.
 * @throws ApiError `reauthentication-required`, `required-field-missing`, `invalid-password` (wrong current password), `email-already-in-use`, `password-too-common`,
 * `too-many-requests`
 */
export async function updateMemberAuth(
  services: AuthServices,
  request: RequestFor<'updateMemberAuth'>,
  { email, oldPassword, newPassword, device }: Input<'updateMemberAuth'>,
): Promise<Answer<'updateMemberAuth'>> {
  if (email === undefined && newPassword === undefined) throw new ApiError('required-field-missing')
  const { app, member } = request
  const isNew = email !== undefined && email !== member.email
  // Clients of today can ask for the proof at once; for others, the mailed page asks.
  if (isNew && device !== undefined) await requireProof(services.store, services, request)
  if (isNew) await checkNewEmail(services, request, email)
  const passwordHash =
    newPassword === undefined ? undefined : await hashNewPassword(services, request, oldPassword, newPassword)

  const data = await services.store.transaction(async (tx) => {
    const { current, session } = await lockCaller(tx, services, request)
    let changed = current
    if (passwordHash !== undefined) {
      // Another request changed the password after the check.
      if (current.passwordHash !== member.passwordHash) throw new ApiError('invalid-password')
      changed = await changePassword(tx, services, changed, { passwordHash, keepTokenDigest: session })
    }
    if (email !== undefined && email !== current.email) {
      const verifiedAt = await findProof(tx, services, { ...request, member: changed })
      await storePendingEmail(tx, newPendingEmail(services, app, changed, { email, verifiedAt }))
    }
    return toMember(app, changed, await readMemberPlans(tx, changed.id))
  })
  services.mailWaiting()
  return { data, message: messages[isNew ? 'updateMemberAuth-pending' : 'updateMemberAuth'] }
}

/** Repeated changes must not flood a mailbox. @throws ApiError `email-already-in-use`, `too-many-requests` */
async function checkNewEmail(
  { store, clock, rateLimiter }: AuthServices,
  { member }: RequestFor<'updateMemberAuth'>,
  email: string,
): Promise<void> {
  await rateLimiter.take('emailChangesPerAccount', member.id)
  const { appId, mode } = member
  await requireFreeEmail(store, { appId, mode, email }, clock.now(), member.id)
  await rateLimiter.take('verificationMailsPerAccount', accountKey(appId, mode, email))
}

async function hashNewPassword(
  services: AuthServices,
  { app, mode, member }: RequestFor<'updateMemberAuth'>,
  oldPassword: string | undefined,
  newPassword: string,
): Promise<string> {
  await services.rateLimiter.take('passwordChangesPerAccount', member.id)
  if (member.passwordHash !== null) {
    if (oldPassword === undefined) throw new ApiError('required-field-missing')
    if (!(await checkPassword(services, member, oldPassword)))
      throw new ApiError('invalid-password', { event: 'password-refused' })
  }
  await requireGoodPassword(services, { app, mode, email: member.email }, newPassword)
  return services.hasher.hash(newPassword)
}

/**
 * Sessions stay, because no stranger can know an earlier password.
 * @throws ApiError `password-already-set`, `reauthentication-required`, `password-too-common`, `password-breached`, `too-many-requests`
 */
export async function setPassword(
  services: Pick<Services, 'store' | 'hasher' | 'clock' | 'rateLimiter' | 'breachedPasswords'>,
  request: RequestFor<'setPassword'>,
  { password }: Input<'setPassword'>,
): Promise<Answer<'setPassword'>> {
  const { app, mode, member } = request
  await services.rateLimiter.take('passwordChangesPerAccount', member.id)
  if (member.passwordHash !== null) throw new ApiError('password-already-set')
  await requireProof(services.store, services, request)
  await requireGoodPassword(services, { app, mode, email: member.email }, password)
  const passwordHash = await services.hasher.hash(password)
  const data = await services.store.transaction(async (tx) => {
    const { current, session } = await lockProvenCaller(tx, services, request)
    if (current.passwordHash !== null) throw new ApiError('password-already-set')
    await updateMemberById(tx, current.id, { passwordHash })
    await recordPasswordSet(tx, current.id, session, services.clock.now())
    await deleteCodesOfMember(tx, current.id, 'reset-password')
    return toMember(app, { ...current, passwordHash }, await readMemberPlans(tx, current.id))
  })
  return { data, message: messages.setPassword }
}

export interface UndoableChange {
  change: EmailChangeRow
  app: AppDefinition
}

/** Null for a link that is unknown, used or expired. */
export async function findEmailChange(
  { store, secrets, clock }: Pick<Services, 'store' | 'secrets' | 'clock'>,
  token: string,
): Promise<UndoableChange | null> {
  const change = await findEmailChangeByLink(store, secrets.digest(token), clock.now())
  const app = change && (await findAppById(store, change.appId))
  return change && app ? { change, app } : null
}

/**
 * Returns an account to its former email and revokes password, sessions, providers and codes. If the new email was verified, it is notified
 * and the former profile returns, without an image.
 * @returns false when the change can no longer be reverted
 */
export async function undoEmailChange(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'urls' | 'mailWaiting'>,
  { change, app }: UndoableChange,
): Promise<boolean> {
  const done = await services.store.transaction(async (tx) => {
    const member = await lockMemberById(tx, change.memberId)
    const taken = member && (await revertEmailChange(tx, change, member))
    if (!taken) return false
    const profile = taken.wordsBefore && memberContentOf(app, member, taken.wordsBefore)
    await updateMemberById(tx, member.id, { passwordHash: null, ...profile })
    await revokeLoginMethods(tx, member.id)
    if (member.verified) {
      const told = emailChangedMail(app, services.urls, { token: null })
      await insertMail(tx, toOutboxRow(services, app, member, told))
    }
    return true
  })
  services.mailWaiting()
  return done
}

const HOUR_MS = 3_600_000

interface EmailRequest {
  row: PendingEmailRow
  mail: OutboxRow
}

/** @param verifiedAt when the member gave the proof that this change needs; null: the mailed page asks for it */
export function newPendingEmail(
  services: Pick<Services, 'secrets' | 'clock' | 'urls'>,
  app: AppDefinition,
  { id: memberId, appId, mode }: MemberRow,
  { email, verifiedAt }: Pick<PendingEmailRow, 'email' | 'verifiedAt'>,
): EmailRequest {
  const token = services.secrets.linkToken()
  const createdAt = services.clock.now()
  const expiresAt = createdAt + EMAIL_CHANGE_LINK_LIFETIME_HOURS * HOUR_MS
  const linkDigest = services.secrets.digest(token)
  return {
    row: { memberId, appId, mode, email, linkDigest, verifiedAt, createdAt, expiresAt },
    mail: toOutboxRow(services, app, { email, mode }, confirmEmailMail(app, services.urls, { token })),
  }
}

/** In the caller's transaction: a link that no one gets is useless. */
export async function storePendingEmail(tx: Tx, { row, mail }: EmailRequest): Promise<void> {
  await savePendingEmail(tx, row)
  await insertMail(tx, mail)
}

/** The present email stays, and the mailed link ends. */
export async function cancelEmailChange(
  { store }: Pick<Services, 'store'>,
  { member }: RequestFor<'cancelEmailChange'>,
): Promise<Answer<'cancelEmailChange'>> {
  await deletePendingEmail(store, member.id)
  return { data: { success: true } }
}

export interface PendingChange {
  pending: PendingEmailRow
  member: MemberRow
  app: AppDefinition
}

/** Null for a link that is unknown, used, replaced or expired. */
export async function findPendingChange(
  { store, secrets, clock }: Pick<Services, 'store' | 'secrets' | 'clock'>,
  token: string,
): Promise<PendingChange | null> {
  const pending = await findPendingEmailByLink(store, secrets.digest(token), clock.now())
  const member = pending && (await findMemberById(store, pending.memberId))
  const app = pending && (await findAppById(store, pending.appId))
  return pending && member && app ? { pending, member, app } : null
}

/**
 * Whether the page asks for a proof too. An email that was never proven may be of a stranger who prepares an account for the reader, so
 * the stranger's own proof does not count.
 */
export const needsProof = ({ pending, member }: PendingChange): boolean =>
  pending.verifiedAt === null || (!member.verified && member.passwordHash !== null)

/**
 * The new email is proven by its link. The old one is notified, with a link to undo the change if it was proven, and codes mailed to it
 * end.
 * @param change as when the proof was checked
 * @returns false if another request was first
 * @throws ApiError `email-already-in-use`
 */
export async function confirmPendingEmail(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'urls' | 'mailWaiting' | 'rateLimiter'>,
  { pending, member: checked, app }: PendingChange,
): Promise<boolean> {
  const { store, clock, rateLimiter, mailWaiting } = services
  const account = accountKey(checked.appId, checked.mode, checked.email)
  const mayMail = checked.verified || (await tryTake(rateLimiter, 'verificationMailsPerAccount', account))
  const isDone = await orEmailTaken(
    store.transaction(async (tx) => {
      const member = await lockMemberById(tx, checked.id)
      // A reset or a new password ended what was proven.
      if (!member || member.passwordHash !== checked.passwordHash || member.email !== checked.email) return false
      const open = await findPendingEmailByLink(tx, pending.linkDigest, clock.now())
      if (!open || !(await deletePendingEmail(tx, member.id))) return false
      await requireFreeEmail(tx, open, clock.now(), member.id)
      await updateMemberById(tx, member.id, { email: open.email, verified: true })
      await dropOpenCodes(tx, member)
      // The first proof, without a password: others may have logged in before.
      if (!member.verified && member.passwordHash === null) await revokeLoginMethods(tx, member.id)
      const { row, token } = newEmailChange(services, member)
      if (member.verified) await insertEmailChange(tx, row)
      const told = emailChangedMail(app, services.urls, { token: member.verified ? token : null })
      if (mayMail) await insertMail(tx, toOutboxRow(services, app, member, told))
      return true
    }),
  )
  mailWaiting()
  return isDone
}

/** The profile is saved too: the new email is proven, so an undo also returns what was written before. */
function newEmailChange(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  { id: memberId, appId, mode, email, customFields, metaData, json }: MemberRow,
): { row: EmailChangeRow; token: string } {
  const token = secrets.linkToken()
  const createdAt = clock.now()
  const expiresAt = createdAt + EMAIL_CHANGE_UNDO_HOURS * HOUR_MS
  const linkDigest = secrets.digest(token)
  const wordsBefore = { customFields, metaData, json }
  return {
    row: { id: secrets.id('change'), memberId, appId, mode, email, linkDigest, wordsBefore, createdAt, expiresAt },
    token,
  }
}
