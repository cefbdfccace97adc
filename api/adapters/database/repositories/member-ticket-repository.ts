import type { Kysely } from 'kysely'
import type { MemberTicketRepository } from '../../../ports/ticket-store'
import type { Tables } from '../../../database/tables'

export function createMemberTicketRepository(db: Kysely<Tables>): MemberTicketRepository {
  return {
    async insert(ticket) {
      await db.insertInto('memberTickets').values(ticket).execute()
    },

    async consume(ticketDigest, { appId, mode }, now) {
      const row = await db
        .deleteFrom('memberTickets')
        .where('ticketDigest', '=', ticketDigest)
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .where('expiresAt', '>', now)
        .returningAll()
        .executeTakeFirst()
      return row ?? null
    },

    async deleteByMember(memberId) {
      await db.deleteFrom('memberTickets').where('memberId', '=', memberId).execute()
    },

    async deleteExpired(now) {
      await db.deleteFrom('memberTickets').where('expiresAt', '<=', now).execute()
    },
  }
}
