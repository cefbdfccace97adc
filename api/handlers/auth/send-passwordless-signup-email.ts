import type { Answer, Input } from '../../../contract/schemas'
import { accountKey } from '../../lib/ids'
import { newEmailCode, storeEmailCode } from '../../domain/accounts/email-code'
import { requireFreeAddress } from '../../domain/accounts/require-free-address'
import { takeCodeMail } from '../../domain/accounts/typed-code'
import { requirePasswordless } from '../../domain/accounts/require-passwordless'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * Mails a code to sign up with. A sign-up may say that an address is taken (design section 8); the caller's limit keeps
 * that from being asked in bulk.
 *
 * @throws ApiError `email-already-in-use`, `passwordless-disabled`, `too-many-requests` with `methods`
 */
export async function sendPasswordlessSignupEmail(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter' | 'mailWaiting' | 'socialProviders'>,
  request: RequestContext,
  { email, device: claim }: Input<'sendPasswordlessSignupEmail'>,
): Promise<Answer<'sendPasswordlessSignupEmail'>> {
  const { store, rateLimiter, clock } = services
  const { app, mode, address } = request
  requirePasswordless(app)
  await rateLimiter.take('passwordlessMailsPerAddress', address)
  await requireFreeAddress(store, { appId: app.id, mode, email }, clock.now())
  const account = accountKey(app.id, mode, email)
  await takeCodeMail(services, { request, account, member: null, claim, deviceId: null }, 'signup')
  const code = newEmailCode(services, app, { appId: app.id, mode, email }, 'signup', { claim })
  await store.transaction((repositories) => storeEmailCode(repositories, code))
  services.mailWaiting()
  const { requestToken } = code
  return {
    data: { success: true, ...(requestToken !== null && { requestToken }) },
    message: 'We have sent you an email with a code.',
  }
}
