import type { Kysely } from 'kysely'
import type { PurchaseRepository } from '../../../ports/purchase-store'
import type { Tables } from '../../../database/tables'

export function createPurchaseRepository(db: Kysely<Tables>): PurchaseRepository {
  const one = () => db.selectFrom('purchases').selectAll()
  return {
    async insert(purchase) {
      await db.insertInto('purchases').values(purchase).execute()
    },

    async find(id) {
      return (await one().where('id', '=', id).executeTakeFirst()) ?? null
    },

    async findBySession(provider, sessionId) {
      const row = await one().where('provider', '=', provider).where('sessionId', '=', sessionId).executeTakeFirst()
      return row ?? null
    },

    async findByExternalId(provider, externalId) {
      const row = await one().where('provider', '=', provider).where('externalId', '=', externalId).executeTakeFirst()
      return row ?? null
    },

    async update(id, changes) {
      if (Object.keys(changes).length > 0) await db.updateTable('purchases').set(changes).where('id', '=', id).execute()
    },

    async beginRead(id) {
      const row = await db
        .updateTable('purchases')
        .set(({ eb }) => ({ readsBegun: eb('readsBegun', '+', 1) }))
        .where('id', '=', id)
        .returning('readsBegun')
        .executeTakeFirst()
      return row?.readsBegun ?? null
    },

    listByMember(memberId) {
      return one().where('memberId', '=', memberId).orderBy('createdAt').orderBy('id').execute()
    },

    async deleteUnpaid(before) {
      await db
        .deleteFrom('purchases')
        .where('status', '=', 'EXPIRED')
        .where('externalId', 'is', null)
        .where('expiresAt', '<', before)
        .execute()
    },

    async countOpenByPlan(appId, mode, planId, now, besides) {
      const row = await db
        .selectFrom('purchases')
        .select(({ fn }) => fn.count<number>('memberId').distinct().as('places'))
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .where('planId', '=', planId)
        .where('status', '=', 'OPEN')
        .where('expiresAt', '>', now)
        .where('memberId', '!=', besides)
        .executeTakeFirstOrThrow()
      return row.places
    },

    listDue: (now, staleBefore, limit) => listDue(db, now, staleBefore, limit),
  }
}

async function listDue(db: Kysely<Tables>, now: number, staleBefore: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('purchases')
    .leftJoin('planConnections', 'planConnections.purchaseId', 'purchases.id')
    .select('purchases.id')
    .where((eb) =>
      eb.or([
        eb('purchases.status', 'in', ['OPEN', 'REPLACING', 'SURPLUS', 'DUPLICATE', 'REFUNDING']),
        eb.and([
          eb('purchases.status', '=', 'PAID'),
          eb('purchases.lastReadAt', '<', staleBefore),
          eb.or([
            eb('planConnections.nextBillingAt', '<', now),
            eb.and([eb('planConnections.cancelAt', '<', now), eb('planConnections.status', '!=', 'CANCELED')]),
            eb('purchases.readsBegun', '>', eb.ref('purchases.readApplied')),
          ]),
        ]),
      ]),
    )
    // Databases differ in where null comes.
    .orderBy('purchases.lastReadAt', (order) => order.asc().nullsFirst())
    .orderBy('purchases.createdAt')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
