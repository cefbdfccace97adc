import type { Kysely } from 'kysely'
import type { CommentRepository } from '../../../ports/comment-store'
import type { Tables } from '../../../database/tables'

type Lists = Pick<CommentRepository, 'list' | 'count' | 'listSubscribers'>

export function createCommentLists(db: Kysely<Tables>): Lists {
  return {
    list: ({ appId, mode, channelKey, parentId, order, after, limit }) =>
      db
        .selectFrom('comments')
        .selectAll()
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .where('channelKey', '=', channelKey)
        .where('parentId', parentId === null ? 'is' : '=', parentId)
        .$if(after !== null, (query) => query.where('internalOrder', order === 'newest' ? '<' : '>', after ?? 0))
        .orderBy('internalOrder', order === 'newest' ? 'desc' : 'asc')
        .limit(limit)
        .execute(),

    async count({ appId, mode, channelKey }, parentId) {
      const { total } = await db
        .selectFrom('comments')
        .select(({ fn }) => fn.countAll<number | bigint | string>().as('total'))
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .where('channelKey', '=', channelKey)
        .$if(parentId !== undefined, (query) =>
          query.where('parentId', parentId === null ? 'is' : '=', parentId ?? null),
        )
        .executeTakeFirstOrThrow()
      return Number(total)
    },

    listSubscribers: ({ appId, mode, channelKey, id }, writerId, limit) =>
      db
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
        .execute(),
  }
}
