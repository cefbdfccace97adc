import type { Answer, Input } from '../../../contract/schemas'
import { messages } from '../../../contract/messages'
import { accountKey } from '../../http/rate-limits/limiter'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../apps/definition'
import type { RequestFor } from '../members/context'
import type { Services } from '../../http/services'
import { insertMail, toOutboxRow } from '../mail/outbox'
import { lockCaller } from '../members/context'
import { readMemberPlans } from '../plans/repository'
import { toMember } from '../plans/serializers'
import { checkPassword } from './login'
import { emailChangedMail } from './mails'
import { changePassword, requireGoodPassword } from './passwords'
import { recordPasswordSet } from './repository-sign-in'
import { newPendingEmail, storePendingEmail } from './pending-email'
import { requireFreeAddress } from './signup'
import { findProof, lockProvenCaller, requireProof } from './step-up'
import { memberContentOf, revertEmailChange, revokeLoginMethods } from './codes'
import { lockMemberById, updateMemberById } from '../members/repository'
import { deleteCodesOfMember, findEmailChangeByLink } from './repository'
import type { EmailChangeRow } from './repository'
import { findAppById } from '../apps/repository'

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
      changed = await changePassword(tx, services, changed, passwordHash, session)
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
  await requireFreeAddress(store, { appId, mode, email }, clock.now(), member.id)
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
