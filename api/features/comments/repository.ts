import { sql } from 'kysely'
import type { CommentOrder, CommentVote, SubscriptionAction } from '../../../contract/comments'
import type { Db, Tx } from '../../database/db'
import type { Tables } from '../../database/tables'

/** Read its markup with `storedMarkup`. */
export type CommentRow = Tables['comments']

export type CommentMarkup = Pick<CommentRow, 'source' | 'content' | 'nodes' | 'sanitizerVersion' | 'markupDigest'>

export type Channel = Pick<CommentRow, 'appId' | 'mode' | 'channelKey'>

export type UnsubscribeLinkRow = Tables['unsubscribeLinks']

export interface CommentList extends Channel {
  /** Null: posts; a post's id: its threads. */
  parentId: string | null
  order: CommentOrder
  /** `internalOrder` of the previous page's last comment; null for the first page. */
  after: number | null
  limit: number
}

export interface ChannelVersion {
  /** Grows with every change. */
  version: number
  /** Grows with every change except typing. */
  postsVersion: number
}

interface CommentCounts {
  threads: number
  up: number
  down: number
}

type Subscriber = Pick<Tables['members'], 'id' | 'email' | 'mode'>

/** Takes the next number of the app and mode. */
export async function insertComment({ kysely }: Tx, comment: Omit<CommentRow, 'internalOrder'>): Promise<CommentRow> {
  const { appId, mode } = comment
  const { last } = await kysely
    .insertInto('commentCounters')
    .values({ appId, mode, last: 1 })
    .onConflict((conflict) =>
      conflict.columns(['appId', 'mode']).doUpdateSet({ last: sql<number>`comment_counters.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  const row = { ...comment, internalOrder: last }
  await kysely.insertInto('comments').values(row).execute()
  return row
}

export async function findCommentById({ kysely }: Db, id: string): Promise<CommentRow | null> {
  return (await kysely.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

export async function lockCommentById(tx: Tx, id: string): Promise<CommentRow | null> {
  // A no-op write locks the row in both engines.
  await tx.kysely.updateTable('comments').set({ id }).where('id', '=', id).execute()
  return findCommentById(tx, id)
}

export async function updateComment(
  { kysely }: Db,
  id: string,
  changes: CommentMarkup & Pick<CommentRow, 'updatedAt'>,
): Promise<void> {
  await kysely.updateTable('comments').set(changes).where('id', '=', id).execute()
}

/** Unless the comment was edited since `from` was read. */
export async function replaceMarkup(
  { kysely }: Db,
  { id, content, markupDigest }: Pick<CommentRow, 'id' | 'content' | 'markupDigest'>,
  markup: CommentMarkup,
): Promise<void> {
  await kysely
    .updateTable('comments')
    .set(markup)
    .where('id', '=', id)
    .where('content', '=', content)
    .where('markupDigest', markupDigest === null ? 'is' : '=', markupDigest)
    .execute()
}

/** Markup of an older sanitizer; in no particular order. */
export const listOutdatedComments = ({ kysely }: Db, sanitizerVersion: number, limit: number): Promise<CommentRow[]> =>
  kysely
    .selectFrom('comments')
    .selectAll()
    .where((of) => of.or([of('sanitizerVersion', 'is', null), of('sanitizerVersion', '<', sanitizerVersion)]))
    .limit(limit)
    .execute()

/** With its threads and all votes. */
export async function deleteCommentById({ kysely }: Db, id: string): Promise<void> {
  await kysely.deleteFrom('comments').where('id', '=', id).execute()
}

export const listComments = (
  { kysely }: Db,
  { appId, mode, channelKey, parentId, order, after, limit }: CommentList,
): Promise<CommentRow[]> =>
  kysely
    .selectFrom('comments')
    .selectAll()
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('channelKey', '=', channelKey)
    .where('parentId', parentId === null ? 'is' : '=', parentId)
    .$if(after !== null, (query) => query.where('internalOrder', order === 'newest' ? '<' : '>', after ?? 0))
    .orderBy('internalOrder', order === 'newest' ? 'desc' : 'asc')
    .limit(limit)
    .execute()

/** @param parentId null: posts; a post's id: its threads; undefined: both */
export async function countComments(
  { kysely }: Db,
  { appId, mode, channelKey }: Channel,
  parentId?: string | null,
): Promise<number> {
  const { total } = await kysely
    .selectFrom('comments')
    .select(({ fn }) => fn.countAll<number | bigint | string>().as('total'))
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('channelKey', '=', channelKey)
    .$if(parentId !== undefined, (query) => query.where('parentId', parentId === null ? 'is' : '=', parentId ?? null))
    .executeTakeFirstOrThrow()
  return Number(total)
}

export async function countThreadsAndVotes(
  { kysely }: Db,
  ids: readonly string[],
): Promise<Map<string, CommentCounts>> {
  const counts = new Map(ids.map((id): [string, CommentCounts] => [id, { threads: 0, up: 0, down: 0 }]))
  if (ids.length === 0) return counts
  const votes = await kysely
    .selectFrom('commentVotes')
    .select(['commentId', 'vote', ({ fn }) => fn.countAll<number | bigint | string>().as('total')])
    .where('commentId', 'in', ids)
    .groupBy(['commentId', 'vote'])
    .execute()
  for (const { commentId, vote, total } of votes) {
    const of = counts.get(commentId)
    if (of) of[vote === 'UP' ? 'up' : 'down'] = Number(total)
  }
  const threads = await kysely
    .selectFrom('comments')
    .select(['parentId', ({ fn }) => fn.countAll<number | bigint | string>().as('total')])
    .where('parentId', 'in', ids)
    .groupBy('parentId')
    .execute()
  for (const { parentId, total } of threads) {
    const of = counts.get(parentId ?? '')
    if (of) of.threads = Number(total)
  }
  return counts
}

/** `NONE` deletes the vote. */
export async function saveVote({ kysely }: Db, commentId: string, memberId: string, vote: CommentVote): Promise<void> {
  if (vote === 'NONE') {
    await kysely
      .deleteFrom('commentVotes')
      .where('commentId', '=', commentId)
      .where('memberId', '=', memberId)
      .execute()
    return
  }
  await kysely
    .insertInto('commentVotes')
    .values({ commentId, memberId, vote })
    .onConflict((conflict) => conflict.columns(['commentId', 'memberId']).doUpdateSet({ vote }))
    .execute()
}

export async function findVotes(
  { kysely }: Db,
  memberId: string,
  ids: readonly string[],
): Promise<Map<string, CommentVote>> {
  if (ids.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('commentVotes')
    .select(['commentId', 'vote'])
    .where('memberId', '=', memberId)
    .where('commentId', 'in', ids)
    .execute()
  return new Map(rows.map(({ commentId, vote }): [string, CommentVote] => [commentId, vote]))
}

/** Participants of a post who subscribed and have a verified email; latest first. @param writerId member to leave out */
export const listSubscribers = (
  { kysely }: Db,
  { appId, mode, channelKey, id }: Channel & { id: string },
  writerId: string,
  limit: number,
): Promise<Subscriber[]> =>
  kysely
    .selectFrom('comments')
    .innerJoin('commentSubscriptions as subscription', (join) =>
      join
        .onRef('subscription.memberId', '=', 'comments.memberId')
        .on('subscription.appId', '=', appId)
        .on('subscription.mode', '=', mode)
        .on('subscription.channelKey', '=', channelKey)
        .on('subscription.action', '=', 'THREADS_ONLY'),
    )
    .innerJoin('members', 'members.id', 'comments.memberId')
    .select(['members.id', 'members.email', 'members.mode'])
    .where((of) => of.or([of('comments.id', '=', id), of('comments.parentId', '=', id)]))
    .where('members.verified', '=', 1)
    .where('members.id', '<>', writerId)
    .groupBy(['members.id', 'members.email', 'members.mode'])
    .orderBy(({ fn }) => fn.max('comments.internalOrder'), 'desc')
    .limit(limit)
    .execute()

export async function saveSubscription(
  { kysely }: Db,
  channel: Channel,
  memberId: string,
  action: SubscriptionAction,
): Promise<void> {
  await kysely
    .insertInto('commentSubscriptions')
    .values({ ...keyOf(channel), memberId, action })
    .onConflict((conflict) => conflict.columns(['appId', 'mode', 'channelKey', 'memberId']).doUpdateSet({ action }))
    .execute()
}

export async function findSubscription(
  { kysely }: Db,
  { appId, mode, channelKey }: Channel,
  memberId: string,
): Promise<SubscriptionAction> {
  const row = await kysely
    .selectFrom('commentSubscriptions')
    .select('action')
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('channelKey', '=', channelKey)
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return row?.action ?? 'NONE'
}

export async function insertUnsubscribeLink({ kysely }: Db, link: UnsubscribeLinkRow): Promise<void> {
  await kysely.insertInto('unsubscribeLinks').values(link).execute()
}

/** Null for an unknown or expired link. Links work repeatedly: mail programs may POST twice. */
export async function findUnsubscribeLink(
  { kysely }: Db,
  tokenDigest: string,
  now: number,
): Promise<UnsubscribeLinkRow | null> {
  const link = await kysely
    .selectFrom('unsubscribeLinks')
    .selectAll()
    .where('tokenDigest', '=', tokenDigest)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return link ?? null
}

export async function saveTyping({ kysely }: Db, channel: Channel, memberId: string, until: number): Promise<void> {
  await kysely
    .insertInto('commentTyping')
    .values({ ...keyOf(channel), memberId, until })
    .onConflict((conflict) => conflict.columns(['appId', 'mode', 'channelKey', 'memberId']).doUpdateSet({ until }))
    .execute()
}

export async function listTypingIds(
  { kysely }: Db,
  { appId, mode, channelKey }: Channel,
  now: number,
  limit: number,
): Promise<string[]> {
  const rows = await kysely
    .selectFrom('commentTyping')
    .select('memberId')
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('channelKey', '=', channelKey)
    .where('until', '>', now)
    .orderBy('memberId')
    .limit(limit)
    .execute()
  return rows.map(({ memberId }) => memberId)
}

/** Typing states and unsubscribe links. */
export async function deleteExpiredOfComments({ kysely }: Db, now: number): Promise<void> {
  await kysely.deleteFrom('commentTyping').where('until', '<=', now).execute()
  await kysely.deleteFrom('unsubscribeLinks').where('expiresAt', '<=', now).execute()
}

/** Call it with every write. @param what `typing`: no comment or vote changed */
export async function touchChannel(
  { kysely }: Db,
  channel: Channel,
  what: 'comments' | 'typing' = 'comments',
): Promise<void> {
  const typingChanges = what === 'typing' ? 1 : 0
  await kysely
    .insertInto('commentChannels')
    .values({ ...keyOf(channel), version: 1, typingChanges })
    .onConflict((conflict) =>
      conflict.columns(['appId', 'mode', 'channelKey']).doUpdateSet({
        version: sql<number>`comment_channels.version + 1`,
        typingChanges: sql<number>`coalesce(comment_channels.typing_changes, 0) + excluded.typing_changes`,
      }),
    )
    .execute()
}

/** Before a member is deleted, with their comments and votes. In order, so that two deletions do not wait for each other. */
export async function touchChannelsOfMember({ kysely }: Tx, memberId: string): Promise<void> {
  const voted = kysely.selectFrom('commentVotes').select('commentId').where('memberId', '=', memberId)
  const touched = kysely
    .selectFrom('comments')
    .select(['appId', 'mode', 'channelKey', sql<number>`1`.as('version')])
    .distinct()
    .where((of) => of.or([of('memberId', '=', memberId), of('id', 'in', voted)]))
    .orderBy('appId')
    .orderBy('mode')
    .orderBy('channelKey')
  await kysely
    .insertInto('commentChannels')
    .columns(['appId', 'mode', 'channelKey', 'version'])
    .expression(touched)
    .onConflict((conflict) =>
      conflict
        .columns(['appId', 'mode', 'channelKey'])
        .doUpdateSet({ version: sql<number>`comment_channels.version + 1` }),
    )
    .execute()
}

/** 0 without changes. */
export async function findChannelVersion(
  { kysely }: Db,
  { appId, mode, channelKey }: Channel,
): Promise<ChannelVersion> {
  const row = await kysely
    .selectFrom('commentChannels')
    .select(['version', 'typingChanges'])
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('channelKey', '=', channelKey)
    .executeTakeFirst()
  const { version = 0, typingChanges = 0 } = row ?? {}
  return { version, postsVersion: version - (typingChanges ?? 0) }
}

/** One statement, in the order of the channels. */
export async function listChannelVersions({ kysely }: Db, channels: readonly Channel[]): Promise<number[]> {
  const scopes = [...groupByScope(channels).values()]
  if (scopes.length === 0) return []
  const rows = await kysely
    .selectFrom('commentChannels')
    .select(['appId', 'mode', 'channelKey', 'version'])
    .where((of) =>
      of.or(
        scopes.map(({ appId, mode, keys }) =>
          of.and([of('appId', '=', appId), of('mode', '=', mode), of('channelKey', 'in', padded(keys))]),
        ),
      ),
    )
    .execute()
  const versions = new Map(rows.map((row) => [nameOf(row), row.version]))
  return channels.map((channel) => versions.get(nameOf(channel)) ?? 0)
}

const keyOf = ({ appId, mode, channelKey }: Channel): Channel => ({ appId, mode, channelKey })

const nameOf = ({ appId, mode, channelKey }: Channel): string => JSON.stringify([appId, mode, channelKey])

function groupByScope(channels: readonly Channel[]) {
  const scopes = new Map<string, Pick<Channel, 'appId' | 'mode'> & { keys: string[] }>()
  for (const { appId, mode, channelKey } of channels) {
    const scope = scopes.get(`${appId} ${mode}`) ?? { appId, mode, keys: [] }
    scope.keys.push(channelKey)
    scopes.set(`${appId} ${mode}`, scope)
  }
  return scopes
}

/** Pads the keys to a power of two, so that few prepared statements serve any number. */
const padded = (keys: readonly string[]): string[] => {
  const length = 2 ** Math.ceil(Math.log2(keys.length))
  return [...keys, ...Array<string>(length - keys.length).fill(keys.at(-1) ?? '')]
}
