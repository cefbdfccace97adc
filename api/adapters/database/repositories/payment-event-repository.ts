import type { Kysely } from 'kysely'
import type { PaymentEventRepository } from '../../../ports/purchase-store'
import type { Tables } from '../../../database/tables'

export function createPaymentEventRepository(db: Kysely<Tables>): PaymentEventRepository {
  return {
    async has(provider, eventId) {
      const row = await db
        .selectFrom('paymentEvents')
        .select('eventId')
        .where('provider', '=', provider)
        .where('eventId', '=', eventId)
        .executeTakeFirst()
      return row !== undefined
    },

    async insert(event) {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('paymentEvents')
        .values(event)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows > 0n
    },

    async deleteBefore(time) {
      await db.deleteFrom('paymentEvents').where('receivedAt', '<', time).execute()
    },
  }
}
