import type { CommentRow } from '../../ports/comment-store'
import type { RequestContext } from '../../ports/handler'
import { isModerator } from './is-moderator'

/** Whether a caller edits and deletes a comment: whoever wrote it, and moderators. */
export const mayEdit = (
  { app, member }: Pick<RequestContext, 'app' | 'member'>,
  { memberId }: Pick<CommentRow, 'memberId'>,
): boolean => member !== null && (memberId === member.id || isModerator(app, member))
