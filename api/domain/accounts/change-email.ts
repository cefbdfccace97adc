import { EMAIL_CHANGE_UNDO_HOURS } from '../../../contract/limits'
import type { EmailChangeRow } from '../../ports/address-store'
import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import type { AppDefinition } from '../app-definition'
import { emailChangedMail } from '../mails/email-changed-mail'
import { toOutboxRow } from '../../features/mail/outbox'
import { dropOpenCodes } from './drop-open-codes'
import { newVerification, storeVerification } from './verification'

export interface EmailChange {
  app: AppDefinition
  /** Locked, with the old address. */
  member: MemberRow
  email: string
  /** Address of the caller. */
  requestedFrom: string
  /** Which addresses have not had too many of our mails yet; one that is verified is told of its loss in any case. */
  mayMail: { old: boolean; new: boolean }
}

/**
 * Gives a member another address, unverified until it is proven. The old one is told; if it was verified its owner can
 * take the change back. What was mailed to the old one opens nothing any more.
 *
 * @throws UniqueConstraintError when the address is taken
 */
export async function changeEmail(
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
