import type { Kysely } from 'kysely'
import type { ProviderConnectionRepository } from '../../../ports/provider-store'
import type { Tables } from '../../../database/tables'
import { elsewhereThan } from './device-repository'

export function createProviderConnectionRepository(db: Kysely<Tables>): ProviderConnectionRepository {
  return {
    async insert(connection) {
      await db.insertInto('providerConnections').values(connection).execute()
    },

    async find({ appId, mode, provider, subject }) {
      const row = await db
        .selectFrom('providerConnections')
        .selectAll()
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .where('provider', '=', provider)
        .where('subject', '=', subject)
        .executeTakeFirst()
      return row ?? null
    },

    listByMember: (memberId) =>
      db
        .selectFrom('providerConnections')
        .selectAll()
        .where('memberId', '=', memberId)
        .orderBy('createdAt')
        .orderBy('provider')
        .execute(),

    async delete(memberId, provider) {
      const result = await db
        .deleteFrom('providerConnections')
        .where('memberId', '=', memberId)
        .where('provider', '=', provider)
        .executeTakeFirst()
      return result.numDeletedRows > 0n
    },

    async deleteByMember(memberId, exceptDevice = null) {
      const ofMember = db.deleteFrom('providerConnections').where('memberId', '=', memberId)
      await (exceptDevice === null ? ofMember : ofMember.where(elsewhereThan(exceptDevice))).execute()
    },
  }
}
