import type { Answer } from '../../../contract/schemas'
import { setProfileImage } from '../../domain/files/set-profile-image'
import type { StorageServices } from '../../domain/storage/within-storage'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** Takes the member's image away; no error when there is none. @throws ApiError `client/invalid-token` */
export async function deleteProfileImage(
  services: StorageServices & Pick<Services, 'files' | 'urls' | 'log'>,
  request: RequestFor<'deleteProfileImage'>,
): Promise<Answer<'deleteProfileImage'>> {
  await setProfileImage(services, request, null)
  return { data: { profileImage: null }, message: 'Your profile image has been removed.' }
}
