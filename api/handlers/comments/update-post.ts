import type { Answer, Input } from '../../../contract/schemas'
import { editComment } from '../../domain/comments/write-comment'
import type { RequestFor } from '../../ports/handler'

/** Of whoever wrote it, and of moderators. @throws ApiError `comment-not-found`, `access-denied`, `comment-refused` */
export async function updatePost(
  services: Parameters<typeof editComment>[0],
  request: RequestFor<'updatePost'>,
  { postId: id, content }: Input<'updatePost'>,
): Promise<Answer<'updatePost'>> {
  return { data: await editComment(services, request, { id, kind: 'post', content }) }
}
