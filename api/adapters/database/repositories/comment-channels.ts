import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Channel, CommentRepository } from '../../../ports/comment-store'
import type { Tables } from '../../../database/tables'

type ChannelLife = Pick<
  CommentRepository,
  'noteTyping' | 'listTyping' | 'deleteTypingBefore' | 'touch' | 'versionOf' | 'versionsOf'
>

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

    async listTyping({ appId, mode, channelKey }, now, limit) {
      const rows = await db
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
    },

    async deleteTypingBefore(time) {
      await db.deleteFrom('commentTyping').where('until', '<=', time).execute()
    },

    async touch(channel, what = 'comments') {
      const typing = what === 'typing' ? 1 : 0
      await db
        .insertInto('commentChannels')
        .values({ ...keyOf(channel), version: 1, typingChanges: typing })
        .onConflict((conflict) =>
          conflict.columns(['appId', 'mode', 'channelKey']).doUpdateSet({
            version: sql<number>`comment_channels.version + 1`,
            typingChanges: sql<number>`coalesce(comment_channels.typing_changes, 0) + excluded.typing_changes`,
          }),
        )
        .execute()
    },

    async versionOf({ appId, mode, channelKey }) {
      const row = await db
        .selectFrom('commentChannels')
        .select(['version', 'typingChanges'])
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .where('channelKey', '=', channelKey)
        .executeTakeFirst()
      const { version = 0, typingChanges = 0 } = row ?? {}
      return { version, postsVersion: version - (typingChanges ?? 0) }
    },

    versionsOf: (channels) => selectVersions(db, channels),
  }
}

async function selectVersions(db: Kysely<Tables>, channels: readonly Channel[]): Promise<number[]> {
  const scopes = [...groupByScope(channels).values()]
  if (scopes.length === 0) return []
  const rows = await db
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

const nameOf = ({ appId, mode, channelKey }: Channel): string => JSON.stringify([appId, mode, channelKey])

/** Keys of channels by their app and mode. */
function groupByScope(channels: readonly Channel[]) {
  const scopes = new Map<string, Pick<Channel, 'appId' | 'mode'> & { keys: string[] }>()
  for (const { appId, mode, channelKey } of channels) {
    const scope = scopes.get(`${appId} ${mode}`) ?? { appId, mode, keys: [] }
    scope.keys.push(channelKey)
    scopes.set(`${appId} ${mode}`, scope)
  }
  return scopes
}

/** Repeats the last key up to a power of two: a few prepared statements serve every number of keys. */
const padded = (keys: readonly string[]): string[] => {
  const length = 2 ** Math.ceil(Math.log2(keys.length))
  return [...keys, ...Array<string>(length - keys.length).fill(keys.at(-1) ?? '')]
}

/** Without what else a row that names a channel may hold. */
export const keyOf = ({ appId, mode, channelKey }: Channel): Channel => ({ appId, mode, channelKey })
