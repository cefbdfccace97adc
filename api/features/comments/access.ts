import type { Db, Tx } from '../../database/db'
import { ApiError } from '../../domain/api-error'
import type { RequestContext } from '../../ports/handler'
import { isModerator } from '../members/serializers'
import { findCommentById, lockCommentById } from './repository'
import type { Channel, CommentRow } from './repository'

type CommentRequest = Pick<RequestContext, 'app' | 'mode'>

/** `thread` is an answer to a post. */
export type CommentKind = 'post' | 'thread'

/** @throws ApiError `comments-not-offered` when the app has no comments */
export function requireComments({ app }: Pick<RequestContext, 'app'>): void {
  if (!app.comments) throw new ApiError('comments-not-offered')
}

/** The channel with this key in the app and mode of the request. @throws ApiError `comments-not-offered` */
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
 * Reads a comment and locks its row until the transaction ends.
 * @param kind the id of a thread finds no post, and the other way round
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

/** The writer of a comment and every moderator may edit and delete it. */
export const mayEdit = (
  { app, member }: Pick<RequestContext, 'app' | 'member'>,
  { memberId }: Pick<CommentRow, 'memberId'>,
): boolean => member !== null && (memberId === member.id || isModerator(app, member))
