import type { Kysely } from 'kysely'
import type { ConnectTicketRepository } from '../../../ports/provider-store'
import type { Tables } from '../../../database/tables'

export function createConnectTicketRepository(db: Kysely<Tables>): ConnectTicketRepository {
  return {
    async insert(ticket) {
      await db.insertInto('connectTickets').values(ticket).execute()
    },

    async consume(ticketDigest, { appId, mode }, now) {
      const row = await db
        .deleteFrom('connectTickets')
        .where('ticketDigest', '=', ticketDigest)
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .where('expiresAt', '>', now)
        .returningAll()
        .executeTakeFirst()
      return row ?? null
    },

    async deleteExpired(now) {
      await db.deleteFrom('connectTickets').where('expiresAt', '<=', now).execute()
    },
  }
}
