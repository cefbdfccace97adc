import type { Answer, Input } from '../../../contract/schemas'
import { accountKey } from '../../domain/account-key'
import { newEmailCode, storeEmailCode } from '../../domain/accounts/email-code'
import { requireFreeAddress } from '../../domain/accounts/require-free-address'
import { requirePasswordless } from '../../domain/accounts/require-passwordless'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * Mails a code to sign up with. A sign-up may say that an address is taken (design section 8); the caller's limit keeps
 * that from being asked in bulk.
 *
 * @throws ApiError `email-already-in-use`, `passwordless-disabled`, `too-many-requests`
 */
export async function sendPasswordlessSignupEmail(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter' | 'mailWaiting'>,
  { app, mode, address }: RequestContext,
  { email }: Input<'sendPasswordlessSignupEmail'>,
): Promise<Answer<'sendPasswordlessSignupEmail'>> {
  const { store, rateLimiter, clock } = services
  requirePasswordless(app)
  await rateLimiter.take('passwordlessMailsPerAddress', address)
  await requireFreeAddress(store, { appId: app.id, mode, email }, clock.now())
  await rateLimiter.take('passwordlessMailsPerAccount', accountKey(app.id, mode, email))
  const code = newEmailCode(services, app, { appId: app.id, mode, email }, 'signup')
  await store.transaction((repositories) => storeEmailCode(repositories, code))
  services.mailWaiting()
  return { data: { success: true }, message: 'We have sent you an email with a code.' }
}
