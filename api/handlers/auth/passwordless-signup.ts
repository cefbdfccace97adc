import type { Answer, Input } from '../../../contract/schemas'
import { createAccount, newMember, readNewAccount } from '../../domain/accounts/create-account'
import { findEmailCode } from '../../domain/accounts/email-code'
import { requireFreeAddress } from '../../domain/accounts/require-free-address'
import { requirePasswordless } from '../../domain/accounts/require-passwordless'
import { accountKey } from '../../lib/ids'
import { ApiError } from '../../lib/errors'
import type { StorageServices } from '../../domain/storage/within-storage'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * Creates a verified member without a password for the address that the code was mailed to, with free plans and in the
 * team that invited them, and logs in. `message` says why they could not join the team. The code is used up in the same transaction, so two completions make one member.
 *
 * @throws ApiError `invalid-passwordless-login-code`, `email-already-in-use`, `passwordless-disabled`,
 * `too-many-requests` and what a sign-up with a password does
 */
export async function passwordlessSignup(
  services: StorageServices & Pick<Services, 'secrets' | 'mirror' | 'rateLimiter' | 'proofOfWork' | 'socialProviders'>,
  request: RequestContext,
  input: Input<'passwordlessSignup'>,
): Promise<Answer<'passwordlessSignup'>> {
  const { store, clock, rateLimiter } = services
  const { app, mode, address } = request
  requirePasswordless(app)
  await rateLimiter.take('passwordlessTriesPerAddress', address)
  // What is wrong with the rest of the form must not cost a try.
  const account = readNewAccount(request, input)
  const proven = { appId: app.id, mode, email: account.email }
  const attempt = {
    request,
    account: accountKey(app.id, mode, account.email),
    member: null,
    claim: input.device,
    deviceId: null,
    proofOfWork: input.proofOfWork,
  }
  const typed = { typed: input.passwordlessToken, requestToken: input.requestToken ?? null }
  const code = await findEmailCode(services, attempt, proven, { purpose: 'signup', ...typed })
  if (!code) throw new ApiError('invalid-passwordless-login-code')
  await requireFreeAddress(store, proven, clock.now())
  await rateLimiter.take('signupsPerAddress', address)

  const member = newMember(services, request, account, { passwordHash: null, verified: true })
  return createAccount(services, request, account, member, async ({ emailCodes }) => {
    if (!(await emailCodes.consume(code.id))) throw new ApiError('invalid-passwordless-login-code')
  })
}
