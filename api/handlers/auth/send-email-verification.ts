import type { Answer, Input } from '../../../contract/schemas'
import { accountKey } from '../../lib/ids'
import { newVerification, storeVerification } from '../../domain/accounts/verification'
import { ApiError } from '../../lib/errors'
import { checkOriginDomain } from '../../domain/check-origin-domain'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

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
