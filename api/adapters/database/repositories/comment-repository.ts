import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { CommentRepository } from '../../../ports/comment-store'
import type { Tables } from '../../../database/tables'
import { createChannelLife } from './comment-channels'
import { createCommentLists } from './comment-lists'
import { createCommentSubscriptions } from './comment-subscriptions'
import { createCommentVotes } from './comment-votes'

export function createCommentRepository(db: Kysely<Tables>): CommentRepository {
  const find: CommentRepository['find'] = async (id) =>
    (await db.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirst()) ?? null

  return {
    find,

    async insert(comment) {
      const { appId, mode } = comment
      const { last } = await db
        .insertInto('commentCounters')
        .values({ appId, mode, last: 1 })
        .onConflict((conflict) =>
          conflict.columns(['appId', 'mode']).doUpdateSet({ last: sql<number>`comment_counters.last + 1` }),
        )
        .returning('last')
        .executeTakeFirstOrThrow()
      const row = { ...comment, internalOrder: last }
      await db.insertInto('comments').values(row).execute()
      return row
    },

    // A write that changes nothing takes the row's lock in every engine.
    async lock(id) {
      await db.updateTable('comments').set({ id }).where('id', '=', id).execute()
      return find(id)
    },

    async update(id, changes) {
      await db.updateTable('comments').set(changes).where('id', '=', id).execute()
    },

    async replaceMarkup({ id, content, markupDigest }, markup) {
      await db
        .updateTable('comments')
        .set(markup)
        .where('id', '=', id)
        .where('content', '=', content)
        .where('markupDigest', markupDigest === null ? 'is' : '=', markupDigest)
        .execute()
    },

    listOutdated: (sanitizerVersion, limit) =>
      db
        .selectFrom('comments')
        .selectAll()
        .where((of) => of.or([of('sanitizerVersion', 'is', null), of('sanitizerVersion', '<', sanitizerVersion)]))
        .limit(limit)
        .execute(),

    async delete(id) {
      await db.deleteFrom('comments').where('id', '=', id).execute()
    },

    ...createCommentLists(db),
    ...createCommentVotes(db),
    ...createCommentSubscriptions(db),
    ...createChannelLife(db),
  }
}
