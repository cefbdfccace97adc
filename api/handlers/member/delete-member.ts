import type { Answer } from '../../../contract/schemas'
import { deleteAccount } from '../../domain/accounts/delete-account'
import type { DeleteServices } from '../../domain/accounts/delete-account'
import { lockCaller } from '../../features/members/context'
import { ApiError } from '../../lib/errors'
import type { RequestFor } from '../../ports/handler'

/**
 * Deletes the logged-in member with everything of theirs, as `deleteAccount` does.
 * @throws ApiError `access-denied` where the app forbids it, `client/invalid-token`, `payment-provider-unavailable`: then
 *   the member stays
 */
export async function deleteMember(
  services: DeleteServices,
  request: RequestFor<'deleteMember'>,
): Promise<Answer<'deleteMember'>> {
  if (!request.app.allowMemberSelfDelete) throw new ApiError('access-denied')
  const { id } = request.member
  await deleteAccount(services, id, {
    lock: async (repositories) => (await lockCaller(repositories, services, request)).current,
  })
  return { data: { id }, message: 'Your account has been deleted.' }
}
