import type { Comment } from '../../../contract/comments'
import type { CommentRow } from '../../ports/comment-store'
import type { RequestContext } from '../../ports/handler'
import type { MemberRow, Repositories } from '../../ports/store'
import { toShownMember } from '../accounts/shown-member'
import { commentNodes } from './comment-content'
import { isModerator } from './is-moderator'
import { mayEdit } from './may-edit'

type Viewer = Pick<RequestContext, 'app' | 'member'>

/** Comments as a caller sees them. Of those who wrote them only what everybody may see: a page is one for all. */
export async function toComments(
  { comments, members }: Pick<Repositories, 'comments' | 'members'>,
  viewer: Viewer,
  rows: readonly CommentRow[],
): Promise<Comment[]> {
  const ids = rows.map(({ id }) => id)
  const counts = await comments.countsOf(ids)
  const votes = viewer.member
    ? await comments.votesOf(viewer.member.id, ids)
    : new Map<string, Comment['activeMemberVote']>()
  const writers = new Map<string, MemberRow | null>()
  for (const { memberId } of rows) if (!writers.has(memberId)) writers.set(memberId, await members.findById(memberId))
  const shown: Comment[] = []
  for (const row of rows) {
    const writer = writers.get(row.memberId)
    const { threads = 0, up = 0, down = 0 } = counts.get(row.id) ?? {}
    if (writer)
      shown.push({
        id: row.id,
        internalOrder: String(row.internalOrder),
        createdAt: new Date(row.createdAt).toISOString(),
        updatedAt: new Date(row.updatedAt).toISOString(),
        content: row.content,
        nodes: await commentNodes(row.content),
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
  const [comment] = await toComments(repositories, viewer, [row])
  if (!comment) throw new Error('A comment has no writer.')
  return comment
}
