import type { Answer, Input } from '../../../contract/schemas'
import { accountKey } from '../../domain/account-key'
import { decoyWrite } from '../../domain/accounts/decoy-write'
import { newEmailCode, storeEmailCode } from '../../domain/accounts/email-code'
import { requirePasswordless } from '../../domain/accounts/require-passwordless'
import { tryTake } from '../../domain/accounts/try-take'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** One sentence for everybody: it must not tell who has an account. */
const MESSAGE = 'If there is an account with this email, a code is on its way to it.'

/**
 * Mails a code to log in with. Known and unknown addresses get the same answer after the same work; an account that
 * asked too often gets no further mail, and the answer does not say so.
 *
 * @throws ApiError `passwordless-disabled`, `too-many-requests` by the caller's address
 */
export async function sendPasswordlessLoginEmail(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter' | 'mailWaiting'>,
  { app, mode, address }: RequestContext,
  { email }: Input<'sendPasswordlessLoginEmail'>,
): Promise<Answer<'sendPasswordlessLoginEmail'>> {
  const { store, rateLimiter } = services
  requirePasswordless(app)
  await rateLimiter.take('passwordlessMailsPerAddress', address)
  const mayMail = await tryTake(rateLimiter, 'passwordlessMailsPerAccount', accountKey(app.id, mode, email))
  const member = await store.members.findByEmail(app.id, mode, email)

  const code = newEmailCode(services, app, { appId: app.id, mode, email }, 'login')
  if (member && mayMail) await store.transaction((repositories) => storeEmailCode(repositories, code))
  else await decoyWrite(store, code.mail)
  services.mailWaiting()
  return { data: { success: true }, message: MESSAGE }
}
