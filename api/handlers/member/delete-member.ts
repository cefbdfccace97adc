import type { Answer } from '../../../contract/schemas'
import { lockCaller } from '../../domain/accounts/lock-caller'
import { ApiError } from '../../domain/api-error'
import { removeImage } from '../../domain/files/remove-image'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * Deletes the logged-in member with everything of theirs, their image too.
 * @throws ApiError `access-denied` where the app forbids it, `client/invalid-token`
 */
export async function deleteMember(
  services: Pick<Services, 'store' | 'clock' | 'files' | 'urls' | 'log'>,
  request: RequestFor<'deleteMember'>,
): Promise<Answer<'deleteMember'>> {
  if (!request.app.allowMemberSelfDelete) throw new ApiError('access-denied')
  // The lock waits for an upload that is being noted, so that its file is known and goes, too.
  const image = await services.store.transaction(async (repositories) => {
    const { current } = await lockCaller(repositories, services, request)
    await repositories.members.delete(current.id)
    return current.profileImage
  })
  await removeImage(services, image)
  return { data: { id: request.member.id }, message: 'Your account has been deleted.' }
}
