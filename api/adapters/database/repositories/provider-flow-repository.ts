import type { Kysely, Selectable } from 'kysely'
import * as v from 'valibot'
import { customFieldValue } from '../../../../contract/entities'
import type { ProviderFlowRepository, ProviderFlowRow } from '../../../ports/provider-store'
import type { Tables } from '../../../database/tables'

const storedWishes = v.object({
  customFields: v.record(v.string(), customFieldValue),
  plans: v.array(v.object({ planId: v.string() })),
  inviteToken: v.nullable(v.string()),
  allowSignup: v.boolean(),
  deviceId: v.exactOptional(v.nullable(v.string())),
})

export function createProviderFlowRepository(db: Kysely<Tables>): ProviderFlowRepository {
  return {
    async insert(flow) {
      await db
        .insertInto('providerFlows')
        .values({ ...flow, wishes: JSON.stringify(flow.wishes) })
        .execute()
    },

    async find(stateDigest, now) {
      const row = await db
        .selectFrom('providerFlows')
        .where('stateDigest', '=', stateDigest)
        .where('expiresAt', '>', now)
        .selectAll()
        .executeTakeFirst()
      return row ? toFlow(row) : null
    },

    async consume({ stateDigest, secretDigest }, now) {
      const row = await db
        .deleteFrom('providerFlows')
        .where('stateDigest', '=', stateDigest)
        .where('secretDigest', '=', secretDigest)
        .where('expiresAt', '>', now)
        .returningAll()
        .executeTakeFirst()
      return row ? toFlow(row) : null
    },

    async deleteExpired(now) {
      await db.deleteFrom('providerFlows').where('expiresAt', '<=', now).execute()
    },
  }
}

const toFlow = (row: Selectable<Tables['providerFlows']>): ProviderFlowRow => ({
  ...row,
  wishes: v.parse(storedWishes, JSON.parse(row.wishes)),
})
