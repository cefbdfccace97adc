import type { Comment, CommentVote } from '../../../contract/comments'
import { COMMENT_MAX_CHARS, COMMENTS_PAGE_MAX_BYTES } from '../../../contract/limits'
import type { Db, Tx } from '../../database/db'
import { perConnection } from '../../database/sql'
import { SerializedAnswer } from '../../http/responses'
import { createSharedReads } from '../../lib/cache'
import { createConcurrencyLimiter, yieldToEventLoop } from '../../lib/concurrency'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../apps/definition'
import type { AnswerFor, RequestContext } from '../members/context'
import { isModerator, toShownMember } from '../members/fields'
import { listMemberSummaries, type MemberRow } from '../members/repository'
import { resanitize, type SafeMarkup, storedMarkup } from './content'
import {
  countComments,
  countThreadsAndVotes,
  findChannelVersion,
  findCommentById,
  findVotes,
  listComments,
  lockCommentById,
} from './repository'
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

interface SafeComment {
  row: CommentRow
  markup: SafeMarkup
  isOutdated: boolean
}

/** As a visitor sees it. */
interface SerializedComment {
  row: CommentRow
  /** JSON of `Comment`. */
  json: string
}

/** As the JSON of a comment ends. */
const endOf = (vote: CommentVote, mayEditIt: boolean): string =>
  `,"activeMemberVote":"${vote}","activeMemberMayEdit":${mayEditIt}}`

const VISITOR_END = endOf('NONE', false)

/** One page of a channel, serialized for a visitor. Others' answers differ in the ends of comments only. */
interface CommentPage {
  /** The answer to a visitor. */
  json: Buffer<ArrayBuffer>
  /** @param endsAt byte after the comment in `json` */
  comments: { id: string; memberId: string; endsAt: number }[]
  /** `postsVersion` of the channel, read before anything else. */
  version: number
  writers: Writers
  /** An outdated comment was sanitized: the background job replaces it without a new version. */
  isProvisional: boolean
}

type Writer = Comment['member']
/** Null: deleted while the page was read. */
type Writers = Map<string, Writer | null>

/** Small, because a page that ends early wastes few reads, and other requests run between two steps. */
const ROWS_PER_STEP = 20

/** A writer's fields can be 100 kB. */
const WRITERS_PER_STEP = 50

/** Characters sanitized again per request; the background job does the rest. */
const RESANITIZED_MAX_CHARS = COMMENT_MAX_CHARS

export async function toComment(db: Db, viewer: Viewer, row: CommentRow): Promise<Comment> {
  const markup = storedMarkup(row) ?? (await resanitize(row))
  const [comment] = await serialize(db, viewer.app, [{ row, markup, isOutdated: false }], new Map())
  if (!comment) throw new Error('A comment has no author.')
  const votes = viewer.member ? await findVotes(db, viewer.member.id, [row.id]) : null
  const seenByVisitor: Comment = JSON.parse(comment.json)
  return {
    ...seenByVisitor,
    activeMemberVote: votes?.get(row.id) ?? 'NONE',
    activeMemberMayEdit: mayEdit(viewer, row),
  }
}

const SHARED_MAX_BYTES = 16_000_000
/** What a page stores about a comment in addition to its JSON, roughly. */
const COMMENT_BYTES = 300
/** Different pages that are read at once: more would use more memory and end later. */
const READ_AT_ONCE = 2

const pagesOf = perConnection(() => ({
  share: createSharedReads<CommentPage>({
    bytesMax: SHARED_MAX_BYTES,
    // Version 0: nobody wrote in this channel.
    sizeOf: ({ json, comments, version, isProvisional }) =>
      isProvisional || version === 0 ? null : json.length + comments.length * COMMENT_BYTES,
  }),
  reads: createConcurrencyLimiter({ concurrency: READ_AT_ONCE, queueLength: Infinity, retryAfterSeconds: 1 }),
}))

type PageAnswer = SerializedAnswer<AnswerFor<'getPosts'> & AnswerFor<'getThreads'>>

/**
 * Ends before `limit` if the next comment would exceed `COMMENTS_PAGE_MAX_BYTES` or too many need sanitizing again; always has one comment.
 * Viewers share what was read and serialized for others, unless the channel, a writer or the app's definition has changed since.
 */
export async function answerPage(db: Db, viewer: Viewer, list: CommentList): Promise<PageAnswer> {
  const { appId, mode, channelKey, parentId, order, after, limit } = list
  const key = JSON.stringify([numberOf(viewer.app), appId, mode, channelKey, parentId, order, after, limit])
  const { share, reads } = pagesOf(db)
  const page = await share(key, {
    read: () => reads.run(() => readPage(db, viewer.app, list)),
    isCurrent: (found) => isCurrent(db, viewer.app, { list, found }),
  })
  return new SerializedAnswer(viewer.member ? await personalize(db, viewer.app, viewer.member, page) : page.json)
}

/** A changed definition is a new object: see `findAppById`. */
const definitionNumbers = new WeakMap<AppDefinition, number>()
let lastDefinition = 0

function numberOf(app: AppDefinition): number {
  const known = definitionNumbers.get(app)
  if (known !== undefined) return known
  lastDefinition += 1
  definitionNumbers.set(app, lastDefinition)
  return lastDefinition
}

/** Reads the writers again, because their names and pictures change without a new version of the channel. */
async function isCurrent(
  db: Db,
  app: AppDefinition,
  { list, found }: { list: CommentList; found: CommentPage },
): Promise<boolean> {
  if ((await findChannelVersion(db, list)).postsVersion !== found.version) return false
  const ids = [...found.writers.keys()]
  for (let start = 0; start < ids.length; start += WRITERS_PER_STEP) {
    if (start > 0) await yieldToEventLoop()
    const some = ids.slice(start, start + WRITERS_PER_STEP)
    const now = await readWriters(db, app, some)
    if (some.some((id) => JSON.stringify(now.get(id)) !== JSON.stringify(found.writers.get(id)))) return false
  }
  return true
}

async function personalize(
  db: Db,
  app: AppDefinition,
  member: MemberRow,
  { json, comments }: CommentPage,
): Promise<Buffer<ArrayBuffer>> {
  const votes = await findVotes(
    db,
    member.id,
    comments.map(({ id }) => id),
  )
  const parts: Uint8Array[] = []
  let from = 0
  for (const { id, memberId, endsAt } of comments) {
    const end = endOf(votes.get(id) ?? 'NONE', mayEdit({ app, member }, { memberId }))
    if (end === VISITOR_END) continue
    parts.push(json.subarray(from, endsAt - VISITOR_END.length), Buffer.from(end))
    from = endsAt
  }
  return from === 0 ? json : Buffer.concat([...parts, json.subarray(from)])
}

async function readPage(db: Db, app: AppDefinition, list: CommentList): Promise<CommentPage> {
  const { postsVersion: version } = await findChannelVersion(db, list)
  const { texts, hasMore, endCursor, ...page } = await readComments(db, app, list)
  const rest = { totalCount: await countComments(db, list, list.parentId), hasMore, endCursor }
  const head = `{"data":{"${list.parentId === null ? 'posts' : 'threads'}":[`
  const json = Buffer.from(`${head}${texts.join(',')}],${JSON.stringify(rest).slice(1)}}`)
  let endsAt = head.length - 1
  const comments = page.comments.map(({ bytes, ...comment }) => ({ ...comment, endsAt: (endsAt += bytes + 1) }))
  return { ...page, json, comments, version }
}

/** Serialized one by one. */
async function readComments(db: Db, app: AppDefinition, list: CommentList) {
  const texts: string[] = []
  const comments: { id: string; memberId: string; bytes: number }[] = []
  const writers: Writers = new Map()
  const budget = { bytes: COMMENTS_PAGE_MAX_BYTES, chars: RESANITIZED_MAX_CHARS }
  let { after } = list
  let [hasMore, isProvisional] = [true, false]
  let endCursor: string | null = null
  while (hasMore && texts.length < list.limit) {
    // Before the first step too: it may follow the last one of another page.
    await yieldToEventLoop()
    const size = Math.min(list.limit - texts.length, ROWS_PER_STEP)
    const rows = await listComments(db, { ...list, after, limit: size + 1 })
    const step = rows.slice(0, size)
    const safe = await sanitizeWithin(budget, step, texts.length === 0)
    let isCut = safe.length < step.length
    isProvisional ||= isCut || safe.some(({ isOutdated }) => isOutdated)
    for (const { row, json } of await serialize(db, app, safe, writers)) {
      const bytes = Buffer.byteLength(json)
      budget.bytes -= bytes + 1
      isCut ||= budget.bytes < 0 && texts.length > 0
      if (budget.bytes < 0 && texts.length > 0) break
      texts.push(json)
      comments.push({ id: row.id, memberId: row.memberId, bytes })
      endCursor = String(row.internalOrder)
    }
    hasMore = isCut || rows.length > size
    if (isCut) break
    after = step.at(-1)?.internalOrder ?? after
  }
  return { texts, comments, writers, hasMore, endCursor, isProvisional }
}

/** Adds the writers that it does not know yet. A page shows each writer as first read, so that `isCurrent` can compare. */
async function readWriters(
  db: Db,
  app: AppDefinition,
  ids: readonly string[],
  writers: Writers = new Map(),
): Promise<Writers> {
  const missing = [...new Set(ids)].filter((id) => !writers.has(id))
  for (const id of missing) writers.set(id, null)
  for (const row of await listMemberSummaries(db, missing))
    writers.set(row.id, { ...toShownMember(app, row, null), isModerator: isModerator(app, row) })
  return writers
}

/** Only with writers' public fields, so that a page is the same for all viewers. */
async function serialize(
  db: Db,
  app: AppDefinition,
  found: readonly SafeComment[],
  known: Writers,
): Promise<SerializedComment[]> {
  const ids = found.map(({ row }) => row.id)
  const counts = await countThreadsAndVotes(db, ids)
  const memberIds = found.map(({ row }) => row.memberId)
  const writers = await readWriters(db, app, memberIds, known)
  return found.flatMap(({ row, markup }): SerializedComment[] => {
    const member = writers.get(row.memberId)
    if (!member) return []
    const { threads = 0, up = 0, down = 0 } = counts.get(row.id) ?? {}
    const comment: Omit<Comment, 'nodes' | 'activeMemberVote' | 'activeMemberMayEdit'> = {
      id: row.id,
      internalOrder: String(row.internalOrder),
      createdAt: new Date(row.createdAt).toISOString(),
      updatedAt: new Date(row.updatedAt).toISOString(),
      content: markup.content,
      member,
      _count: { Threads: threads, likedBy: up, dislikedBy: down },
    }
    const start = JSON.stringify(comment).slice(0, -1)
    return [{ row, json: `${start},"nodes":${markup.nodes}${VISITOR_END}` }]
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
    done.push({ row, markup: stored ?? (await resanitize(row)), isOutdated: !stored })
  }
  return done
}
