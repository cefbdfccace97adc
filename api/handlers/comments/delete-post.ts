import type { Answer, Input } from '../../../contract/schemas'
import { deleteComment } from '../../domain/comments/write-comment'
import type { RequestFor } from '../../ports/handler'

/** Of whoever wrote it, and of moderators. @throws ApiError `comment-not-found`, `access-denied` */
export async function deletePost(
  services: Parameters<typeof deleteComment>[0],
  request: RequestFor<'deletePost'>,
  { postId: id }: Input<'deletePost'>,
): Promise<Answer<'deletePost'>> {
  return { data: await deleteComment(services, request, { id, kind: 'post' }) }
}
