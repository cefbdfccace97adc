import type { Answer, Input } from '../../../contract/schemas'
import { createThread as create } from '../../domain/comments/write-comment'
import type { RequestFor } from '../../ports/handler'

/** @throws ApiError `comments-not-offered`, `comment-not-found`, `comment-refused`, `too-many-requests` */
export async function createThread(
  services: Parameters<typeof create>[0],
  request: RequestFor<'createThread'>,
  { postId, content }: Input<'createThread'>,
): Promise<Answer<'createThread'>> {
  return { data: await create(services, request, { postId, content }) }
}
