import type { Answer, Input } from '../../../contract/schemas'
import { filesUrl } from '../../features/files/open-storage'
import { setProfileImage } from '../../domain/files/set-profile-image'
import type { StorageServices } from '../../domain/storage/within-storage'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

type ImageServices = StorageServices & Pick<Services, 'files' | 'images' | 'secrets' | 'rateLimiter' | 'urls' | 'log'>

/**
 * Keeps a new picture made of the pixels of the uploaded one, under an address of its own. The file is on the disk before
 * the member points at it, so that no address ever leads nowhere; if that fails, the sweep finds the file.
 *
 * @throws ApiError `invalid-file-type`, `too-many-requests`, `service-unavailable`, `client/invalid-token`
 */
export async function updateProfileImage(
  services: ImageServices,
  request: RequestFor<'updateProfileImage'>,
  input: Input<'updateProfileImage'>,
): Promise<Answer<'updateProfileImage'>> {
  const { files, images, secrets, rateLimiter, urls } = services
  await rateLimiter.take('imageUploadsPerAccount', request.member.id)
  const image = await images.encodeSquare(new Uint8Array(await input.profileImage.arrayBuffer()))
  const name = `${secrets.fileId()}.webp`
  const address = filesUrl(urls) + name
  await files.put(name, image)
  await setProfileImage(services, request, address)
  return { data: { profileImage: address }, message: 'Your profile image has been updated.' }
}
