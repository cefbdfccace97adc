import { parseUrl } from '../../../contract/parse-url'
import type { PublicUrls } from '../../ports/services'
import type { MemberRow } from '../../ports/store'
import { ApiError } from '../../lib/errors'
import { fileNameOf } from '../files/file-address'

/**
 * A profile image that an admin names is a picture on the web. A file of our own is one member's: with the address in two
 * places it would go with the first of them.
 *
 * @throws ApiError `invalid-field-value`
 */
export function checkImageAddress(
  urls: Pick<PublicUrls, 'api'>,
  { profileImage }: Pick<MemberRow, 'profileImage'>,
  address: string | null,
): void {
  if (address === null || address === profileImage) return
  const isOnTheWeb = ['http:', 'https:'].includes(parseUrl(address)?.protocol ?? '')
  if (!isOnTheWeb || fileNameOf(urls, address) !== null) throw new ApiError('invalid-field-value')
}
