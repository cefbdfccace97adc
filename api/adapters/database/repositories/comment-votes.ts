import type { Kysely } from 'kysely'
import type { CommentVote } from '../../../../contract/comments'
import type { CommentCounts, CommentRepository } from '../../../ports/comment-store'
import type { Tables } from '../../../database/tables'

type Votes = Pick<CommentRepository, 'vote' | 'votesOf' | 'countsOf'>

export function createCommentVotes(db: Kysely<Tables>): Votes {
  return {
    async vote(commentId, memberId, vote) {
      if (vote === 'NONE') {
        await db
          .deleteFrom('commentVotes')
          .where('commentId', '=', commentId)
          .where('memberId', '=', memberId)
          .execute()
        return
      }
      await db
        .insertInto('commentVotes')
        .values({ commentId, memberId, vote })
        .onConflict((conflict) => conflict.columns(['commentId', 'memberId']).doUpdateSet({ vote }))
        .execute()
    },

    async votesOf(memberId, ids) {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectFrom('commentVotes')
        .select(['commentId', 'vote'])
        .where('memberId', '=', memberId)
        .where('commentId', 'in', ids)
        .execute()
      return new Map(rows.map(({ commentId, vote }): [string, CommentVote] => [commentId, vote]))
    },

    async countsOf(ids) {
      const counts = new Map(ids.map((id): [string, CommentCounts] => [id, { threads: 0, up: 0, down: 0 }]))
      if (ids.length === 0) return counts
      const votes = await db
        .selectFrom('commentVotes')
        .select(['commentId', 'vote', ({ fn }) => fn.countAll<number | bigint | string>().as('total')])
        .where('commentId', 'in', ids)
        .groupBy(['commentId', 'vote'])
        .execute()
      for (const { commentId, vote, total } of votes) {
        const of = counts.get(commentId)
        if (of) of[vote === 'UP' ? 'up' : 'down'] = Number(total)
      }
      const threads = await db
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
    },
  }
}
