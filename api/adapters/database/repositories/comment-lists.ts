import type { Kysely } from 'kysely'
import type { CommentRepository } from '../../../ports/comment-store'
import type { Tables } from '../tables'

type Lists = Pick<CommentRepository, 'list' | 'count' | 'listParticipants'>

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

    async listParticipants(postId) {
      const rows = await db
        .selectFrom('comments')
        .select('memberId')
        .distinct()
        .where((of) => of.or([of('id', '=', postId), of('parentId', '=', postId)]))
        .execute()
      return rows.map(({ memberId }) => memberId)
    },
  }
}
