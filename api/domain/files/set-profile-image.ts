import type { Services } from '../../ports/services'
import { ApiError } from '../api-error'
import { removeImage } from './remove-image'

/**
 * Gives a member another image, or none, and removes the file of the one they had. Of two changes at once the later
 * one stands, and no file is left over.
 *
 * @param address of the new image
 * @throws ApiError `member-not-found` when the member was deleted meanwhile
 */
export async function setProfileImage(
  services: Pick<Services, 'store' | 'files' | 'urls' | 'log'>,
  memberId: string,
  address: string | null,
): Promise<void> {
  const earlier = await services.store.transaction(async ({ members }) => {
    const current = await members.lock(memberId)
    if (!current) throw new ApiError('member-not-found')
    await members.update(memberId, { profileImage: address })
    return current.profileImage
  })
  await removeImage(services, earlier)
}
