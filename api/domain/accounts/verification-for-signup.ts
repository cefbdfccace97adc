import type { Services } from '../../ports/services'
import type { MemberRow } from '../../ports/store'
import { accountKey } from '../../lib/ids'
import type { AppDefinition } from '../app-definition'
import { tryTake } from './try-take'
import { newVerification } from './verification'
import type { Verification } from './verification'

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
