import { EMAIL_CHANGE_LINK_LIFETIME_HOURS, EMAIL_CHANGE_UNDO_HOURS } from '../../../contract/limits'
import type { Answer } from '../../../contract/schemas'
import type { Tx } from '../../database/db'
import { tryTake, accountKey } from '../../http/rate-limits/limiter'
import type { Services } from '../../http/services'
import type { AppDefinition } from '../apps/definition'
import { findAppById } from '../apps/repository'
import { insertMail, toOutboxRow } from '../mail/outbox'
import type { OutboxRow } from '../mail/outbox'
import type { RequestFor } from '../members/context'
import { findMemberById, lockMemberById, updateMemberById } from '../members/repository'
import type { MemberRow } from '../members/repository'
import { dropOpenCodes, revokeLoginMethods } from './codes'
import { confirmEmailMail, emailChangedMail } from './mails'
import { insertEmailChange } from './repository'
import type { EmailChangeRow } from './repository'
import { deletePendingEmail, findPendingEmailByLink, savePendingEmail } from './repository-sign-in'
import type { PendingEmailRow } from './repository-sign-in'
import { orEmailTaken, requireFreeAddress } from './signup'

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
      await requireFreeAddress(tx, open, clock.now(), member.id)
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
