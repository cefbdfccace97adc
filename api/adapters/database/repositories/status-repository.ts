import type { Kysely } from 'kysely'
import type { StatusRepository } from '../../../ports/trusttag/credential-store'
import type { Tables } from '../tables'

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

    async revoke(mode, { list, index }, at) {
      await db
        .updateTable('statusPlaces')
        .set({ revokedAt: at })
        .where('mode', '=', mode)
        .where('list', '=', list)
        .where('position', '=', index)
        .where('revokedAt', 'is', null)
        .execute()
    },

    async read(mode, list) {
      const of = places().where('mode', '=', mode).where('list', '=', list)
      if (!(await of.select('position').executeTakeFirst())) return null
      const revoked = await of
        .select(['position', 'revokedAt'])
        .where('revokedAt', 'is not', null)
        .orderBy('position')
        .execute()
      return {
        revoked: revoked.map(({ position }) => position),
        changedAt: Math.max(0, ...revoked.map(({ revokedAt }) => revokedAt ?? 0)),
      }
    },
  }
}
