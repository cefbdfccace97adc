import type { Answer } from '../../../contract/schemas'
import { ApiError } from '../../domain/api-error'
import { removeImage } from '../../domain/files/remove-image'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * Deletes the logged-in member with everything of theirs, their image too.
 * @throws ApiError `access-denied` where the app forbids it
 */
export async function deleteMember(
  services: Pick<Services, 'store' | 'files' | 'urls' | 'log'>,
  { app, member }: RequestFor<'deleteMember'>,
): Promise<Answer<'deleteMember'>> {
  if (!app.allowMemberSelfDelete) throw new ApiError('access-denied')
  // The lock waits for an upload that is being noted, so that its file is known and goes, too.
  const image = await services.store.transaction(async ({ members }) => {
    const current = await members.lock(member.id)
    await members.delete(member.id)
    return current?.profileImage ?? null
  })
  await removeImage(services, image)
  return { data: { id: member.id }, message: 'Your account has been deleted.' }
}
