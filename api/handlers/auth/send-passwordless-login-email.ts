import type { Answer, Input } from '../../../contract/schemas'
import { decoyWrite } from '../../domain/accounts/decoy-write'
import { newEmailCode, storeEmailCode } from '../../domain/accounts/email-code'
import { requirePasswordless } from '../../domain/accounts/require-passwordless'
import { endsPassword } from '../../domain/accounts/settle-proof'
import { readAttempt } from '../../domain/accounts/sign-in-limits'
import { takeCodeMail } from '../../domain/accounts/typed-code'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** One sentence for everybody: it must not tell who has an account. */
const MESSAGE = 'If there is an account with this email, a code is on its way to it.'

/**
 * Mails a code to log in with. Known and unknown emails get the same answer after the same work. Our client gets a
 * `requestToken`: the code works only together with it, and no other request replaces it.
 *
 * @throws ApiError `passwordless-disabled`, `too-many-requests` with `methods`
 */
export async function sendPasswordlessLoginEmail(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter' | 'mailWaiting' | 'socialProviders'>,
  request: RequestContext,
  input: Input<'sendPasswordlessLoginEmail'>,
): Promise<Answer<'sendPasswordlessLoginEmail'>> {
  const { store } = services
  const { app, mode } = request
  requirePasswordless(app)
  const attempt = await readAttempt(services, request, 'passwordlessMailsPerAddress', input)
  await takeCodeMail(services, attempt, 'login')

  const { member, claim } = attempt
  const removesPassword = member !== null && (await endsPassword(store, member, attempt.deviceId))
  const address = { appId: app.id, mode, email: input.email }
  const code = newEmailCode(services, app, address, 'login', { claim, removesPassword })
  if (member) await store.transaction((repositories) => storeEmailCode(repositories, code))
  else await decoyWrite(store, code.mail)
  services.mailWaiting()
  const { requestToken } = code
  return { data: { success: true, ...(requestToken !== null && { requestToken }) }, message: MESSAGE }
}
