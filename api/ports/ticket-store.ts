import type { Mode } from '../lib/ids'

/** Carries a login to another site of the same app, once. It lives no longer than the session that made it. */
export interface MemberTicketRow {
  ticketDigest: string
  memberId: string
  /** Of the session that made it. */
  sessionDigest: string
  appId: string
  mode: Mode
  createdAt: number
  /** Epoch milliseconds, like the other times. */
  expiresAt: number
}

export interface MemberTicketRepository {
  insert(ticket: MemberTicketRow): Promise<void>
  /**
   * Deletes the ticket and answers it; null when it is unknown, expired, of another app or mode, or another request was
   * first. Atomic: of any number of requests one gets it.
   */
  consume(
    ticketDigest: string,
    owner: Pick<MemberTicketRow, 'appId' | 'mode'>,
    now: number,
  ): Promise<MemberTicketRow | null>
  deleteByMember(memberId: string): Promise<void>
  deleteExpired(now: number): Promise<void>
}
