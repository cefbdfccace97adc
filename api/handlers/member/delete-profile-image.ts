import type { Answer } from '../../../contract/schemas'
import { setProfileImage } from '../../domain/files/set-profile-image'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** Takes the member's image away; no error when there is none. @throws ApiError `member-not-found` */
export async function deleteProfileImage(
  services: Pick<Services, 'store' | 'files' | 'urls' | 'log'>,
  { member }: RequestFor<'deleteProfileImage'>,
): Promise<Answer<'deleteProfileImage'>> {
  await setProfileImage(services, member.id, null)
  return { data: { profileImage: null }, message: 'Your profile image has been removed.' }
}
