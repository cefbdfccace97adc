import type { CommentRow } from '../../ports/comment-store'
import type { RequestContext } from '../../ports/handler'
import type { Repositories } from '../../ports/store'
import { ApiError } from '../../lib/errors'
import { requireComments } from './require-comments'

export type CommentKind = 'post' | 'thread'

/**
 * Locks a comment of the app.
 * @param kind a post by the id of a thread is not found, and the other way round
 * @throws ApiError `comments-not-offered`, `comment-not-found`
 */
export async function lockComment(
  { comments }: Pick<Repositories, 'comments'>,
  request: Pick<RequestContext, 'app' | 'mode'>,
  id: string,
  kind: CommentKind,
): Promise<CommentRow> {
  requireComments(request)
  const row = await comments.lock(id)
  const isOfApp = row?.appId === request.app.id && row.mode === request.mode
  if (!row || !isOfApp || (row.parentId === null) !== (kind === 'post')) throw new ApiError('comment-not-found')
  return row
}
