import type { Answer, Input } from '../../../contract/schemas'
import { completeReset } from '../../domain/accounts/complete-reset'
import { findResetCode } from '../../domain/accounts/find-reset-code'
import type { ResetServices } from '../../domain/accounts/find-reset-code'
import { readAttempt } from '../../domain/accounts/sign-in-limits'
import { requireUncommonPassword } from '../../domain/accounts/require-uncommon-password'
import { ApiError } from '../../lib/errors'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * Sets a new password with a mailed code or the token of the mailed link. It logs nobody in.
 *
 * @throws ApiError `invalid-reset-code` for whatever is wrong with the code, `password-too-common`,
 * `too-many-requests` with `methods`, `proof-of-work-required`
 */
export async function resetPassword(
  services: ResetServices & Pick<Services, 'hasher'>,
  request: RequestContext,
  input: Input<'resetPassword'>,
): Promise<Answer<'resetPassword'>> {
  const { app, mode, address } = request
  const { token, newPassword, email, requestToken = null } = input
  const attempt =
    email === undefined
      ? await services.rateLimiter.take('resetTriesPerAddress', address)
      : await readAttempt(services, request, 'resetTriesPerAddress', { ...input, email })
  await requireUncommonPassword({ app, mode, email }, newPassword)
  // Before the code is looked at: a wrong one costs as much as a right one.
  const passwordHash = await services.hasher.hash(newPassword)
  const named = attempt && email !== undefined ? { email, attempt, requestToken } : null
  const code = await findResetCode(services, { app, mode, address, token, named })
  if (!code) throw new ApiError('invalid-reset-code')
  await completeReset(services, code, passwordHash)
  return { data: { success: true }, message: 'Your password has been reset. Please login.' }
}
