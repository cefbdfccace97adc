import type { Answer, Input } from '../../../contract/schemas'
import { accountKey } from '../../domain/account-key'
import { decoyWrite } from '../../domain/accounts/decoy-write'
import { newReset, storeReset } from '../../domain/accounts/new-reset'
import { tryTake } from '../../domain/accounts/try-take'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** One sentence for everybody: it must not tell who has an account. */
const ANSWER = 'If there is an account with this email, a code is on its way to it.'

/**
 * Mails a code and a link for a new password. Known and unknown addresses get the same answer after the same work; an
 * account that asked too often gets no further mail, and the answer does not say so.
 *
 * @throws ApiError `too-many-requests` by the caller's address
 */
export async function sendResetPasswordEmail(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter' | 'urls' | 'mailWaiting'>,
  { app, mode, address }: RequestContext,
  { email }: Input<'sendResetPasswordEmail'>,
): Promise<Answer<'sendResetPasswordEmail'>> {
  const { store, rateLimiter, secrets } = services
  await rateLimiter.take('resetMailsPerAddress', address)
  const mayMail = await tryTake(rateLimiter, 'resetMailsPerAccount', accountKey(app.id, mode, email))
  const member = await store.members.findByEmail(app.id, mode, email)

  const owner = member ?? { id: secrets.memberId(mode), appId: app.id, mode }
  const reset = newReset(services, app, { ...owner, email }, address)
  if (member && mayMail) {
    await store.transaction((repositories) => storeReset(repositories, reset))
  } else {
    await decoyWrite(store, reset.mail)
  }
  services.mailWaiting()
  return { data: ANSWER }
}
