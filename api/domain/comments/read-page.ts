import type { Comment } from '../../../contract/comments'
import { COMMENT_MAX_CHARS, COMMENTS_PAGE_MAX_BYTES } from '../../../contract/limits'
import type { CommentList, CommentRow } from '../../ports/comment-store'
import type { Store } from '../../ports/store'
import { resanitize, storedMarkup } from './comment-content'
import { toComments } from './to-comments'
import type { SafeComment, Viewer } from './to-comments'

export interface CommentPage {
  comments: Comment[]
  /** Whether others follow. */
  hasMore: boolean
  /** What `after` takes for the next page; null: this one is empty. */
  endCursor: string | null
}

/** A page is read in steps of so many rows, so that one that ends early reads few in vain. */
const ROWS_PER_STEP = 20

/** HTML that one request sanitizes again at most, in characters; the background job does the rest. */
const RESANITIZED_MAX_CHARS = COMMENT_MAX_CHARS

/**
 * One page of comments. It ends before `limit` where the next comment would pass `COMMENTS_PAGE_MAX_BYTES`, or where too
 * many comments have to be sanitized again; one comment is always in it.
 */
export async function readPage(
  store: Pick<Store, 'comments' | 'members'>,
  viewer: Viewer,
  list: CommentList,
): Promise<CommentPage> {
  const page: Comment[] = []
  const budget = { bytes: COMMENTS_PAGE_MAX_BYTES, chars: RESANITIZED_MAX_CHARS }
  let { after } = list
  let hasMore = true
  while (hasMore && page.length < list.limit) {
    const size = Math.min(list.limit - page.length, ROWS_PER_STEP)
    const rows = await store.comments.list({ ...list, after, limit: size + 1 })
    const step = rows.slice(0, size)
    const safe = await sanitizeWithin(budget, step, page.length === 0)
    const shown = await toComments(store, viewer, safe)
    const fitting = takeFitting(budget, shown, page.length === 0)
    page.push(...fitting)
    const isCut = safe.length < step.length || fitting.length < shown.length
    hasMore = isCut || rows.length > size
    if (isCut) break
    after = step.at(-1)?.internalOrder ?? after
  }
  return { comments: page, hasMore, endCursor: page.at(-1)?.internalOrder ?? null }
}

/** Up to the first that is out of date when nothing is left of the budget. @param isFirst the first one is taken in any case */
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
