import type { Kysely } from 'kysely'
import type { StatusRepository } from '../../../ports/trusttag/credential-store'
import type { Tables } from '../../../database/tables'

const DAY_MS = 24 * 60 * 60 * 1000

export function createStatusRepository(db: Kysely<Tables>): StatusRepository {
  const places = () => db.selectFrom('statusPlaces')
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

    async isUsed(mode, list) {
      const any = places().where('mode', '=', mode).where('list', '=', list).select('position').limit(1)
      return (await any.executeTakeFirst()) !== undefined
    },

    async addRevocation({ mode, list, index, version, logIndex }, at) {
      await db
        .insertInto('revocations')
        .values({ mode, list, position: index, version, logIndex })
        .onConflict((conflict) => conflict.columns(['mode', 'list', 'position']).doNothing())
        .execute()
      await db
        .updateTable('statusPlaces')
        .set({ revokedAt: Math.floor(at / DAY_MS) * DAY_MS })
        .where('mode', '=', mode)
        .where('list', '=', list)
        .where('position', '=', index)
        .where('revokedAt', 'is', null)
        .execute()
    },

    listRevocations: (mode, list) =>
      db
        .selectFrom('revocations')
        .select(['position as index', 'version'])
        .where('mode', '=', mode)
        .where('list', '=', list)
        .orderBy('version')
        .orderBy('position')
        .execute(),

    async listMarked(mode, list) {
      const marked = places().where('mode', '=', mode).where('list', '=', list).where('revokedAt', 'is not', null)
      return (await marked.select('position').orderBy('position').execute()).map(({ position }) => position)
    },
  }
}
