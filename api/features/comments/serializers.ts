import type { Comment } from '../../../contract/comments'
import { COMMENT_MAX_CHARS, COMMENTS_PAGE_MAX_BYTES } from '../../../contract/limits'
import type { Db, Tx } from '../../database/db'
import { ApiError } from '../../lib/errors'
import type { SafeHtml } from '../../lib/html'
import type { RequestContext } from '../members/context'
import { isModerator, toShownMember } from '../members/fields'
import { listMemberSummaries } from '../members/repository'
import { resanitize, storedMarkup } from './content'
import { countThreadsAndVotes, findCommentById, findVotes, listComments, lockCommentById } from './repository'
import type { Channel, CommentList, CommentRow } from './repository'

type CommentRequest = Pick<RequestContext, 'app' | 'mode'>

/** `thread`: an answer to a post. */
export type CommentKind = 'post' | 'thread'

/** @throws ApiError `comments-not-offered` */
export function requireComments({ app }: Pick<RequestContext, 'app'>): void {
  if (!app.comments) throw new ApiError('comments-not-offered')
}

/** @throws ApiError `comments-not-offered` */
export function channelOf({ app, mode }: CommentRequest, channelKey: string): Channel {
  requireComments({ app })
  return { appId: app.id, mode, channelKey }
}

/** @throws ApiError `comments-not-offered`, `comment-not-found` */
export async function findPost(db: Db, request: CommentRequest, id: string): Promise<CommentRow> {
  requireComments(request)
  return requireOwn(request, await findCommentById(db, id), 'post')
}

/**
 * Locks the row for the transaction.
 * @param kind a thread's id finds no post, and vice versa
 * @throws ApiError `comments-not-offered`, `comment-not-found`
 */
export async function lockComment(tx: Tx, request: CommentRequest, id: string, kind: CommentKind): Promise<CommentRow> {
  requireComments(request)
  return requireOwn(request, await lockCommentById(tx, id), kind)
}

function requireOwn({ app, mode }: CommentRequest, row: CommentRow | null, kind: CommentKind): CommentRow {
  const isOfApp = row?.appId === app.id && row.mode === mode
  if (!isOfApp || (row.parentId === null) !== (kind === 'post')) throw new ApiError('comment-not-found')
  return row
}

/** The writer and every moderator. */
export const mayEdit = (
  { app, member }: Pick<RequestContext, 'app' | 'member'>,
  { memberId }: Pick<CommentRow, 'memberId'>,
): boolean => member !== null && (memberId === member.id || isModerator(app, member))

type Viewer = Pick<RequestContext, 'app' | 'member'>

/** With HTML of today's sanitizer. */
interface SafeComment {
  row: CommentRow
  safe: SafeHtml
}

interface CommentPage {
  comments: Comment[]
  hasMore: boolean
  /** `after` for the next page; null for an empty page. */
  endCursor: string | null
}

/** Small, because a page that ends early wastes few reads. */
const ROWS_PER_STEP = 20

/** Characters sanitized again per request; the background job does the rest. */
const RESANITIZED_MAX_CHARS = COMMENT_MAX_CHARS

export async function toComment(db: Db, viewer: Viewer, row: CommentRow): Promise<Comment> {
  const safe = storedMarkup(row) ?? (await resanitize(row)).safe
  const [comment] = await toComments(db, viewer, [{ row, safe }])
  if (!comment) throw new Error('A comment has no author.')
  return comment
}

/**
 * Ends before `limit` if the next comment would exceed `COMMENTS_PAGE_MAX_BYTES` or too many need sanitizing again; always has one comment.
 */
export async function readPage(db: Db, viewer: Viewer, list: CommentList): Promise<CommentPage> {
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

/** Only writers' public fields, so that a page is the same for all viewers. */
async function toComments(db: Db, viewer: Viewer, found: readonly SafeComment[]): Promise<Comment[]> {
  const ids = found.map(({ row }) => row.id)
  const counts = await countThreadsAndVotes(db, ids)
  const votes = viewer.member
    ? await findVotes(db, viewer.member.id, ids)
    : new Map<string, Comment['activeMemberVote']>()
  const memberIds = [...new Set(found.map(({ row }) => row.memberId))]
  const writers = new Map((await listMemberSummaries(db, memberIds)).map((writer) => [writer.id, writer]))
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

/** Stops at the first outdated comment above the budget. @param isFirst always include the first */
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
