import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Channel, CommentRepository } from '../../../ports/comment-store'
import type { Tables } from '../tables'

type ChannelLife = Pick<CommentRepository, 'noteTyping' | 'listTyping' | 'deleteTypingBefore' | 'touch' | 'versionOf'>

/** Who types in a channel, and whether it changed. */
export function createChannelLife(db: Kysely<Tables>): ChannelLife {
  return {
    async noteTyping(channel, memberId, until) {
      await db
        .insertInto('commentTyping')
        .values({ ...keyOf(channel), memberId, until })
        .onConflict((conflict) => conflict.columns(['appId', 'mode', 'channelKey', 'memberId']).doUpdateSet({ until }))
        .execute()
    },

    async listTyping({ appId, mode, channelKey }, now) {
      const rows = await db
        .selectFrom('commentTyping')
        .select('memberId')
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .where('channelKey', '=', channelKey)
        .where('until', '>', now)
        .orderBy('memberId')
        .execute()
      return rows.map(({ memberId }) => memberId)
    },

    async deleteTypingBefore(time) {
      await db.deleteFrom('commentTyping').where('until', '<=', time).execute()
    },

    async touch(channel) {
      await db
        .insertInto('commentChannels')
        .values({ ...keyOf(channel), version: 1 })
        .onConflict((conflict) =>
          conflict
            .columns(['appId', 'mode', 'channelKey'])
            .doUpdateSet({ version: sql<number>`comment_channels.version + 1` }),
        )
        .execute()
    },

    async versionOf({ appId, mode, channelKey }) {
      const row = await db
        .selectFrom('commentChannels')
        .select('version')
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .where('channelKey', '=', channelKey)
        .executeTakeFirst()
      return row?.version ?? 0
    },
  }
}

/** Without what else a row that names a channel may hold. */
export const keyOf = ({ appId, mode, channelKey }: Channel): Channel => ({ appId, mode, channelKey })
