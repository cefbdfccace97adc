import type { Services } from '../../ports/services'
import { lockCaller } from '../accounts/lock-caller'
import type { Caller } from '../accounts/lock-caller'
import { removeImage } from './remove-image'

/**
 * Gives a member another image, or none, and removes the file of the one they had. Of two changes at once the later
 * one stands, and no file is left over.
 *
 * @param address of the new image
 * @throws ApiError `client/invalid-token` when the caller's session ended meanwhile
 */
export async function setProfileImage(
  services: Pick<Services, 'store' | 'clock' | 'files' | 'urls' | 'log'>,
  caller: Caller,
  address: string | null,
): Promise<void> {
  const earlier = await services.store.transaction(async (repositories) => {
    const { current } = await lockCaller(repositories, services, caller)
    await repositories.members.update(current.id, { profileImage: address })
    return current.profileImage
  })
  await removeImage(services, earlier)
}
