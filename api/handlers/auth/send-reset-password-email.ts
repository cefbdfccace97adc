import { notices } from '../../../contract/errors'
import type { Answer, Input } from '../../../contract/schemas'
import { decoyWrite } from '../../domain/accounts/decoy-write'
import { newReset, storeReset } from '../../domain/accounts/new-reset'
import { readAttempt } from '../../domain/accounts/sign-in-limits'
import { takeCodeMail } from '../../domain/accounts/typed-code'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** One sentence for everybody: it must not tell who has an account. */
const ANSWER = 'If there is an account with this email, a code is on its way to it.'

/**
 * Mails a code and a link for a new password. Known and unknown emails get the same answer after the same work. Our client
 * gets a `requestToken`: the code works only together with it, the link by itself. Past the day's limit of unknown devices
 * the mail has the link alone.
 *
 * @throws ApiError `too-many-requests` with `methods`
 */
export async function sendResetPasswordEmail(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter' | 'urls' | 'mailWaiting' | 'socialProviders'>,
  request: RequestContext,
  input: Input<'sendResetPasswordEmail'>,
): Promise<Answer<'sendResetPasswordEmail'>> {
  const { store, secrets } = services
  const { app, mode, address } = request
  const { email } = input
  const attempt = await readAttempt(services, request, 'resetMailsPerAddress', input)
  const hasCode = await takeCodeMail(services, attempt, 'reset')

  const { member, claim } = attempt
  const owner = member ?? { id: secrets.memberId(mode), appId: app.id, mode }
  const reset = newReset(services, app, { ...owner, email }, address, { claim, isLinkOnly: !hasCode })
  if (member) {
    await store.transaction((repositories) => storeReset(repositories, reset))
  } else {
    await decoyWrite(store, reset.mail)
  }
  services.mailWaiting()
  const { requestToken } = reset
  const said = hasCode ? { data: ANSWER } : { data: notices['link-only'], notice: 'link-only' as const }
  return { ...said, ...(requestToken !== null && { requestToken }) }
}
