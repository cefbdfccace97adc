import type { Comment } from '../../../contract/comments'
import { COMMENT_MAX_CHARS, COMMENTS_PAGE_MAX_BYTES } from '../../../contract/limits'
import type { Db } from '../../database/db'
import type { SafeHtml } from '../../domain/hosted-html/sanitise-html'
import type { RequestContext } from '../../ports/handler'
import type { Repositories } from '../../ports/store'
import { isModerator, toShownMember } from '../members/serializers'
import { mayEdit } from './access'
import { resanitize, storedMarkup } from './content'
import { countThreadsAndVotes, findVotes, listComments } from './repository'
import type { CommentList, CommentRow } from './repository'

type CommentReads = Db & Pick<Repositories, 'members'>
type Viewer = Pick<RequestContext, 'app' | 'member'>

/** A comment with its HTML from today's sanitizer. */
interface SafeComment {
  row: CommentRow
  safe: SafeHtml
}

interface CommentPage {
  comments: Comment[]
  hasMore: boolean
  /** `after` for the next page; null when this one is empty. */
  endCursor: string | null
}

/** Rows that one step reads: a page that ends early reads few of them in vain. */
const ROWS_PER_STEP = 20

/** Characters of HTML that one request sanitizes again at most; the background job does the rest. */
const RESANITIZED_MAX_CHARS = COMMENT_MAX_CHARS

/** One comment as the viewer sees it. */
export async function toComment(db: CommentReads, viewer: Viewer, row: CommentRow): Promise<Comment> {
  const safe = storedMarkup(row) ?? (await resanitize(row)).safe
  const [comment] = await toComments(db, viewer, [{ row, safe }])
  if (!comment) throw new Error('A comment has no writer.')
  return comment
}

/**
 * One page of comments as the viewer sees it. It ends before `limit` when the next comment would pass
 * `COMMENTS_PAGE_MAX_BYTES` or too many need sanitizing again, but always has one comment.
 */
export async function readPage(db: CommentReads, viewer: Viewer, list: CommentList): Promise<CommentPage> {
  const page: Comment[] = []
  const budget = { bytes: COMMENTS_PAGE_MAX_BYTES, chars: RESANITIZED_MAX_CHARS }
  let { after } = list
  let hasMore = true
  while (hasMore && page.length < list.limit) {
    const size = Math.min(list.limit - page.length, ROWS_PER_STEP)
    const rows = await listComments(db, { ...list, after, limit: size + 1 })
    const step = rows.slice(0, size)
    const safe = await sanitizeWithin(budget, step, page.length === 0)
    const shown = await toComments(db, viewer, safe)
    const fitting = takeFitting(budget, shown, page.length === 0)
    page.push(...fitting)
    const isCut = safe.length < step.length || fitting.length < shown.length
    hasMore = isCut || rows.length > size
    if (isCut) break
    after = step.at(-1)?.internalOrder ?? after
  }
  return { comments: page, hasMore, endCursor: page.at(-1)?.internalOrder ?? null }
}

/** Writers show only their public fields, so that one page is the same for all viewers. */
async function toComments(db: CommentReads, viewer: Viewer, found: readonly SafeComment[]): Promise<Comment[]> {
  const ids = found.map(({ row }) => row.id)
  const counts = await countThreadsAndVotes(db, ids)
  const votes = viewer.member
    ? await findVotes(db, viewer.member.id, ids)
    : new Map<string, Comment['activeMemberVote']>()
  const memberIds = [...new Set(found.map(({ row }) => row.memberId))]
  const writers = new Map((await db.members.listSummaries(memberIds)).map((writer) => [writer.id, writer]))
  return found.flatMap(({ row, safe }): Comment[] => {
    const writer = writers.get(row.memberId)
    if (!writer) return []
    const { threads = 0, up = 0, down = 0 } = counts.get(row.id) ?? {}
    return [
      {
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
      },
    ]
  })
}

/** Stops at the first outdated comment past the budget. @param isFirst the very first one is taken in any case */
async function sanitizeWithin(
  budget: { chars: number },
  rows: readonly CommentRow[],
  isFirst: boolean,
): Promise<SafeComment[]> {
  const done: SafeComment[] = []
  for (const row of rows) {
    const stored = storedMarkup(row)
    if (!stored) {
      budget.chars -= (row.source ?? row.content).length
      if (budget.chars < 0 && !(isFirst && done.length === 0)) return done
    }
    done.push({ row, safe: stored ?? (await resanitize(row)).safe })
  }
  return done
}

function takeFitting(budget: { bytes: number }, comments: readonly Comment[], isFirst: boolean): Comment[] {
  const end = comments.findIndex((comment, index) => {
    budget.bytes -= Buffer.byteLength(JSON.stringify(comment)) + 1
    return budget.bytes < 0 && !(isFirst && index === 0)
  })
  return end === -1 ? [...comments] : comments.slice(0, end)
}
