import type { Kysely } from 'kysely'
import type { OfferClaimRepository } from '../../../ports/trusttag/credit-store'
import type { Tables } from '../../../database/tables'

export function createOfferClaimRepository(db: Kysely<Tables>): OfferClaimRepository {
  return {
    async insert(claim) {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('offerClaims')
        .values(claim)
        .onConflict((conflict) => conflict.columns(['appId', 'mode', 'emailDigest']).doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows > 0n
    },

    async has(appId, mode, emailDigest) {
      const row = await db
        .selectFrom('offerClaims')
        .select('claimedAt')
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .where('emailDigest', '=', emailDigest)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
