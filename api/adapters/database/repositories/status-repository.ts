import type { Kysely } from 'kysely'
import type { ProofMode } from '../../../../contract/proof-paths'
import type { StatusRepository } from '../../../ports/trusttag/credential-store'
import type { Tables } from '../tables'

const DAY_MS = 24 * 60 * 60 * 1000

export function createStatusRepository(db: Kysely<Tables>): StatusRepository {
  const places = () => db.selectFrom('statusPlaces')
  const revokedOf = (mode: ProofMode, list: number) =>
    places().where('mode', '=', mode).where('list', '=', list).where('revokedAt', 'is not', null)
  return {
    async newest(mode) {
      const newest = await places()
        .select(['list', ({ fn }) => fn.countAll<number | bigint | string>().as('used')])
        .where('mode', '=', mode)
        .groupBy('list')
        .orderBy('list', 'desc')
        .executeTakeFirst()
      return newest ? { list: newest.list, used: Number(newest.used) } : { list: 1, used: 0 }
    },

    async take(mode, { list, index }) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('statusPlaces')
        .values({ mode, list, position: index, revokedAt: null })
        .onConflict((conflict) => conflict.columns(['mode', 'list', 'position']).doNothing())
        .executeTakeFirstOrThrow()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    async revoke(mode, { list, index }, at) {
      const { numUpdatedRows } = await db
        .updateTable('statusPlaces')
        .set({ revokedAt: Math.floor(at / DAY_MS) * DAY_MS })
        .where('mode', '=', mode)
        .where('list', '=', list)
        .where('position', '=', index)
        .where('revokedAt', 'is', null)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    async countRevoked(mode, list) {
      const { count } = await revokedOf(mode, list)
        .select(({ fn }) => fn.countAll<number | bigint | string>().as('count'))
        .executeTakeFirstOrThrow()
      if (Number(count) > 0) return Number(count)
      const any = places().where('mode', '=', mode).where('list', '=', list).select('position').limit(1)
      return (await any.executeTakeFirst()) ? 0 : null
    },

    async listRevoked(mode, list) {
      const rows = await revokedOf(mode, list).select('position').orderBy('position').execute()
      return rows.map(({ position }) => position)
    },
  }
}
