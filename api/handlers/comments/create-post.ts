import type { Answer, Input } from '../../../contract/schemas'
import { createPost as create } from '../../domain/comments/write-comment'
import { isOwnAddress } from '../../domain/comments/is-own-address'
import type { RequestFor } from '../../ports/handler'

/** @throws ApiError `comments-not-offered`, `comment-refused`, `required-field-missing`, `too-many-requests` */
export async function createPost(
  services: Parameters<typeof create>[0],
  request: RequestFor<'createPost'>,
  { channelKey, content, _url }: Input<'createPost'>,
): Promise<Answer<'createPost'>> {
  // Mails lead there: no page but the one that called is believed.
  const url = _url !== undefined && isOwnAddress(_url, request.origin) ? _url : null
  return { data: await create(services, request, { channelKey, content, url }) }
}
