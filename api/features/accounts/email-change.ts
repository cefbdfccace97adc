import { EMAIL_CHANGE_UNDO_HOURS } from '../../../contract/limits'
import type { Answer, Input } from '../../../contract/schemas'
import { accountKey } from '../../lib/ids'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../apps/definition'
import type { EmailChangeRow } from '../../ports/address-store'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import { toOutboxRow } from '../mail/outbox'
import { lockCaller } from '../members/context'
import { readMemberPlans } from '../plans/connections'
import { toMember } from '../plans/serializers'
import { dropOpenCodes } from './codes'
import { checkPassword } from './login'
import { emailChangedMail } from './mails'
import { changePassword, requireUncommonPassword } from './passwords'
import { tryTake } from '../../ports/rate-limiter'
import { orEmailTaken, requireFreeAddress } from './signup'
import {
  memberContentOf,
  newVerification,
  revertEmailChange,
  revokeLoginMethods,
  storeVerification,
} from './verification'

type AuthServices = Pick<Services, 'store' | 'hasher' | 'secrets' | 'clock' | 'rateLimiter' | 'urls' | 'mailWaiting'>

/**
 * Changes the email address, the password, or both in one transaction.
 * @throws ApiError `required-field-missing`, `invalid-password` for a wrong current one, `email-already-in-use`,
 * `password-too-common`, `too-many-requests`
 */
export async function updateMemberAuth(
  services: AuthServices,
  request: RequestFor<'updateMemberAuth'>,
  { email, oldPassword, newPassword }: Input<'updateMemberAuth'>,
): Promise<Answer<'updateMemberAuth'>> {
  if (email === undefined && newPassword === undefined) throw new ApiError('required-field-missing')
  const { app, member, address: requestedFrom } = request
  const isNew = email !== undefined && email !== member.email
  const mayMail = isNew ? await checkNewEmail(services, request, email) : { old: true, new: true }
  const passwordHash =
    newPassword === undefined ? undefined : await hashNewPassword(services, request, oldPassword, newPassword)

  const data = await orEmailTaken(
    services.store.transaction(async (repositories) => {
      const { current, session } = await lockCaller(repositories, services, request)
      let changed = current
      if (passwordHash !== undefined) {
        // Another request changed the password after it was checked.
        if (current.passwordHash !== member.passwordHash) throw new ApiError('invalid-password')
        changed = await changePassword(repositories, services, changed, passwordHash, session)
      }
      if (email !== undefined && email !== current.email) {
        changed = await changeEmail(repositories, services, { app, member: changed, email, requestedFrom, mayMail })
      }
      return toMember(app, changed, await readMemberPlans(repositories, changed.id))
    }),
  )
  services.mailWaiting()
  return { data, message: 'Your changes have been saved.' }
}

/** Checks that the new address is free, and which of the two may get a mail: repeated changes must not flood a mailbox. */
async function checkNewEmail(
  { store, clock, rateLimiter }: AuthServices,
  { app, member }: RequestFor<'updateMemberAuth'>,
  email: string,
): Promise<EmailChange['mayMail']> {
  await rateLimiter.take('emailChangesPerAccount', member.id)
  await requireFreeAddress(store, { appId: member.appId, mode: member.mode, email }, clock.now(), member.id)
  const mayMail = (address: string) =>
    tryTake(rateLimiter, 'verificationMailsPerAccount', accountKey(member.appId, member.mode, address))
  return {
    old: member.verified || (await mayMail(member.email)),
    new: app.verificationMailOnSignup && (await mayMail(email)),
  }
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
  await requireUncommonPassword({ app, mode, email: member.email }, newPassword)
  return services.hasher.hash(newPassword)
}

interface EmailChange {
  app: AppDefinition
  /** Locked; still with the old address. */
  member: MemberRow
  email: string
  /** IP address of the caller. */
  requestedFrom: string
  /** Addresses below their mail limit. A verified old address is notified in any case. */
  mayMail: { old: boolean; new: boolean }
}

/**
 * Changes the email address, which is then unverified. Notifies the old one, with a link to revert the change if it was
 * verified, and revokes codes mailed to it.
 * @throws UniqueConstraintError when the address is taken
 */
async function changeEmail(
  repositories: Repositories,
  services: Pick<Services, 'secrets' | 'clock' | 'urls'>,
  { app, member, email, requestedFrom, mayMail }: EmailChange,
): Promise<MemberRow> {
  const changed = { ...member, email, verified: false }
  await repositories.members.update(member.id, { email, verified: false })
  await dropOpenCodes(repositories, member)

  const { row, token } = newEmailChange(services, member)
  if (member.verified) await repositories.emailChanges.insert(row)
  if (member.verified || mayMail.old) {
    const told = emailChangedMail(app, services.urls, { token: member.verified ? token : null })
    await repositories.outbox.insert(toOutboxRow(services, app, member, told))
  }
  if (app.verificationMailOnSignup && mayMail.new) {
    await storeVerification(repositories, newVerification(services, app, changed, requestedFrom))
  }
  return changed
}

function newEmailChange(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  { id: memberId, appId, mode, email }: MemberRow,
): { row: EmailChangeRow; token: string } {
  const token = secrets.linkToken()
  const createdAt = clock.now()
  const expiresAt = createdAt + EMAIL_CHANGE_UNDO_HOURS * 3_600_000
  const linkDigest = secrets.digest(token)
  const id = secrets.id('change')
  return { row: { id, memberId, appId, mode, email, linkDigest, wordsBefore: null, createdAt, expiresAt }, token }
}

export interface UndoableChange {
  change: EmailChangeRow
  app: AppDefinition
}

/** Finds the email change of a link; null when it is unknown, used or expired. */
export async function findEmailChange(
  { store, secrets, clock }: Pick<Services, 'store' | 'secrets' | 'clock'>,
  token: string,
): Promise<UndoableChange | null> {
  const change = await store.emailChanges.findByLink(secrets.digest(token), clock.now())
  const app = change && (await store.apps.findById(change.appId))
  return change && app ? { change, app } : null
}

/**
 * Returns an account to the owner of its former address, and revokes password, sessions, providers and codes. If the new
 * address was verified, the profile returns to its former content without an image, and the new address is notified.
 * @returns false when the change can no longer be reverted
 */
export async function undoEmailChange(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'urls' | 'mailWaiting'>,
  { change, app }: UndoableChange,
): Promise<boolean> {
  const done = await services.store.transaction(async (repositories) => {
    const member = await repositories.members.lock(change.memberId)
    const taken = member && (await revertEmailChange(repositories, change, member))
    if (!taken) return false
    const profile = taken.wordsBefore && memberContentOf(app, member, taken.wordsBefore)
    await repositories.members.update(member.id, { passwordHash: null, ...profile })
    await revokeLoginMethods(repositories, member.id)
    if (member.verified) {
      const told = emailChangedMail(app, services.urls, { token: null })
      await repositories.outbox.insert(toOutboxRow(services, app, member, told))
    }
    return true
  })
  services.mailWaiting()
  return done
}
