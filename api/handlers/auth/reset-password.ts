import type { Answer, Input } from '../../../contract/schemas'
import { completeReset } from '../../domain/accounts/complete-reset'
import { findResetCode } from '../../domain/accounts/find-reset-code'
import type { ResetServices } from '../../domain/accounts/find-reset-code'
import { requireUncommonPassword } from '../../domain/accounts/require-uncommon-password'
import { ApiError } from '../../domain/api-error'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * Sets a new password with a mailed code or the token of the mailed link. It logs nobody in.
 *
 * @throws ApiError `invalid-reset-code` for whatever is wrong with the code, `password-too-common`, `too-many-requests`
 */
export async function resetPassword(
  services: ResetServices & Pick<Services, 'hasher'>,
  { app, mode, address }: RequestContext,
  { token, newPassword, email }: Input<'resetPassword'>,
): Promise<Answer<'resetPassword'>> {
  await services.rateLimiter.take('resetTriesPerAddress', address)
  await requireUncommonPassword({ app, mode, email }, newPassword)
  // Before the code is looked at: a wrong one costs as much as a right one.
  const passwordHash = await services.hasher.hash(newPassword)
  const code = await findResetCode(services, { app, mode, address, token, email })
  if (!code) throw new ApiError('invalid-reset-code')
  await completeReset(services, code, passwordHash)
  return { data: { success: true }, message: 'Your password has been reset. Please login.' }
}
