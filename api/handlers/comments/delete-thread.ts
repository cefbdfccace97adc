import type { Answer, Input } from '../../../contract/schemas'
import { deleteComment } from '../../domain/comments/write-comment'
import type { RequestFor } from '../../ports/handler'

/** Of whoever wrote it, and of moderators. @throws ApiError `comment-not-found`, `access-denied` */
export async function deleteThread(
  services: Parameters<typeof deleteComment>[0],
  request: RequestFor<'deleteThread'>,
  { threadId: id }: Input<'deleteThread'>,
): Promise<Answer<'deleteThread'>> {
  return { data: await deleteComment(services, request, { id, kind: 'thread' }) }
}
