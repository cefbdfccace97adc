import type { Services } from '../../ports/services'
import { lockCaller } from '../../features/members/context'
import type { Caller } from '../../features/members/context'
import { withinStorage } from '../storage/within-storage'
import type { StorageServices, Storing } from '../storage/within-storage'
import { removeImage } from './remove-image'

/**
 * Gives a member another image, or none, and removes the file of the one they had. Of two changes at once the later
 * one stands, and no file is left over.
 *
 * @param address of the new image
 * @throws ApiError `client/invalid-token` when the caller's session ended meanwhile, and as `withinStorage`
 */
export async function setProfileImage(
  services: StorageServices & Pick<Services, 'files' | 'urls' | 'log'>,
  caller: Caller & Storing,
  address: string | null,
): Promise<void> {
  const earlier = await withinStorage(services, caller, async (repositories) => {
    const { current } = await lockCaller(repositories, services, caller)
    await repositories.members.update(current.id, { profileImage: address })
    return current.profileImage
  })
  await removeImage(services, earlier)
}
