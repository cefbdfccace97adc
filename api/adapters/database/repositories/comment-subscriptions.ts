import type { Kysely } from 'kysely'
import type { CommentRepository } from '../../../ports/comment-store'
import type { Tables } from '../../../database/tables'
import { keyOf } from './comment-channels'

type Subscriptions = Pick<
  CommentRepository,
  'subscribe' | 'subscriptionOf' | 'insertUnsubscribeLink' | 'findUnsubscribeLink' | 'deleteExpiredUnsubscribeLinks'
>

/** Who is told about a channel by mail, and the links that end such mails. */
export function createCommentSubscriptions(db: Kysely<Tables>): Subscriptions {
  return {
    async subscribe(channel, memberId, action) {
      const row = { ...keyOf(channel), memberId, action }
      await db
        .insertInto('commentSubscriptions')
        .values(row)
        .onConflict((conflict) => conflict.columns(['appId', 'mode', 'channelKey', 'memberId']).doUpdateSet({ action }))
        .execute()
    },

    async subscriptionOf({ appId, mode, channelKey }, memberId) {
      const row = await db
        .selectFrom('commentSubscriptions')
        .select('action')
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .where('channelKey', '=', channelKey)
        .where('memberId', '=', memberId)
        .executeTakeFirst()
      return row?.action ?? 'NONE'
    },

    async insertUnsubscribeLink(link) {
      await db.insertInto('unsubscribeLinks').values(link).execute()
    },

    async findUnsubscribeLink(tokenDigest, now) {
      const link = await db
        .selectFrom('unsubscribeLinks')
        .selectAll()
        .where('tokenDigest', '=', tokenDigest)
        .where('expiresAt', '>', now)
        .executeTakeFirst()
      return link ?? null
    },

    async deleteExpiredUnsubscribeLinks(now) {
      await db.deleteFrom('unsubscribeLinks').where('expiresAt', '<=', now).execute()
    },
  }
}
