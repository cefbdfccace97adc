import type { Comment } from '../../../contract/comments'
import type { CommentRow } from '../../ports/comment-store'
import type { RequestContext } from '../../ports/handler'
import type { Repositories } from '../../ports/store'
import { toShownMember } from '../accounts/shown-member'
import type { SafeHtml } from '../../lib/html'
import { resanitize, storedMarkup } from './comment-content'
import { isModerator } from './is-moderator'
import { mayEdit } from './may-edit'

export type Viewer = Pick<RequestContext, 'app' | 'member'>

/** A comment, and its HTML by today's sanitizer. */
export interface SafeComment {
  row: CommentRow
  safe: SafeHtml
}

/** Comments as a caller sees them. Of those who wrote them only what everybody may see: a page is one for all. */
export async function toComments(
  { comments, members }: Pick<Repositories, 'comments' | 'members'>,
  viewer: Viewer,
  found: readonly SafeComment[],
): Promise<Comment[]> {
  const ids = found.map(({ row }) => row.id)
  const counts = await comments.countsOf(ids)
  const votes = viewer.member
    ? await comments.votesOf(viewer.member.id, ids)
    : new Map<string, Comment['activeMemberVote']>()
  const memberIds = [...new Set(found.map(({ row }) => row.memberId))]
  const writers = new Map((await members.listSummaries(memberIds)).map((writer) => [writer.id, writer]))
  const shown: Comment[] = []
  for (const { row, safe } of found) {
    const writer = writers.get(row.memberId)
    const { threads = 0, up = 0, down = 0 } = counts.get(row.id) ?? {}
    if (writer)
      shown.push({
        id: row.id,
        internalOrder: String(row.internalOrder),
        createdAt: new Date(row.createdAt).toISOString(),
        updatedAt: new Date(row.updatedAt).toISOString(),
        content: safe.content,
        nodes: safe.nodes,
        member: { ...toShownMember(viewer.app, writer, null), isModerator: isModerator(viewer.app, writer) },
        _count: { Threads: threads, likedBy: up, dislikedBy: down },
        activeMemberVote: votes.get(row.id) ?? 'NONE',
        activeMemberMayEdit: mayEdit(viewer, row),
      })
  }
  return shown
}

/** One of them. */
export async function toComment(
  repositories: Pick<Repositories, 'comments' | 'members'>,
  viewer: Viewer,
  row: CommentRow,
): Promise<Comment> {
  const safe = storedMarkup(row) ?? (await resanitize(row)).safe
  const [comment] = await toComments(repositories, viewer, [{ row, safe }])
  if (!comment) throw new Error('A comment has no writer.')
  return comment
}
