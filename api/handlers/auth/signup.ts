import type { Answer, Input } from '../../../contract/schemas'
import { createAccount, newMember, readNewAccount } from '../../domain/accounts/create-account'
import { requireFreeAddress } from '../../domain/accounts/require-free-address'
import { requireUncommonPassword } from '../../domain/accounts/require-uncommon-password'
import { storeVerification } from '../../domain/accounts/verification'
import { verificationForSignup } from '../../domain/accounts/verification-for-signup'
import { checkCaptcha } from '../../features/captcha/check'
import type { RequestContext } from '../../ports/handler'
import type { StorageServices } from '../../domain/storage/within-storage'
import type { Services } from '../../ports/services'

type SignupServices = StorageServices &
  Pick<Services, 'hasher' | 'secrets' | 'mirror' | 'rateLimiter' | 'captcha' | 'urls' | 'mailWaiting'>

/**
 * Creates a member with free plans, in the team that invited them, and logs in. Member, connections, seat, session and
 * mail are one transaction: a crash leaves all of it or nothing. `message` says why they could not join the team.
 *
 * @throws ApiError `email-already-in-use`, `invalid-captcha`, `invalid-field-value`, `password-too-common`,
 * `too-many-requests` and the plan codes
 */
export async function signup(
  services: SignupServices,
  request: RequestContext,
  input: Input<'signup'>,
): Promise<Answer<'signup'>> {
  const { app, mode, address } = request
  await services.rateLimiter.take('signupsPerAddress', address)
  const account = readNewAccount(request, input)
  await requireUncommonPassword({ app, mode, email: account.email }, input.password)
  // Before anything that tells who is a member.
  await checkCaptcha(services, request, input.captchaToken)
  await requireFreeAddress(services.store, { appId: app.id, mode, email: account.email }, services.clock.now())

  const passwordHash = await services.hasher.hash(input.password)
  const member = newMember(services, request, account, { passwordHash, verified: false })
  const verification = await verificationForSignup(services, app, member, address)
  const answer = await createAccount(services, request, account, member, async (repositories) => {
    if (verification) await storeVerification(repositories, verification)
  })
  if (verification) services.mailWaiting()
  return answer
}
