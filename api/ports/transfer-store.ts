/** What bringing many members along, and handing them out, asks of the database: a few statements for hundreds of members. */
import type { Mode } from '../lib/ids'
import type { ProviderConnectionRow } from './provider-store'
import type { PurchaseRow } from './purchase-store'
import type { MemberChanges, MemberRow, PlanConnectionRow } from './store'

/** What members hold besides their own rows. */
export interface Belongings {
  connections: PlanConnectionRow[]
  /** Those that connections name. */
  purchases: PurchaseRow[]
  accounts: ProviderConnectionRow[]
}

/** What new rows would like to be called, and may find taken. */
export interface Wishes {
  emails: readonly string[]
  memberIds: readonly string[]
  connectionIds: readonly string[]
  purchases: readonly Pick<PurchaseRow, 'id' | 'provider' | 'sessionId' | 'externalId'>[]
  /** The providers' own ids of accounts. */
  subjects: readonly string[]
}

/** Which of the wishes somebody has already. */
export interface Taken {
  /** Members of this app and mode, by their addresses. */
  members: MemberRow[]
  /** Addresses that a member gave up and can still take back. */
  keptEmails: string[]
  /** Of any app. */
  memberIds: string[]
  connectionIds: string[]
  purchases: PurchaseRow[]
  /** Of this app and mode, with one of the ids, at whatever provider. */
  accounts: ProviderConnectionRow[]
}

export interface MemberTransferRepository {
  /** Of members, in the order in which they got what they hold. */
  listBelongings(memberIds: readonly string[]): Promise<Belongings>
  /** The number of a member in their app and mode; null when it has no such member. */
  findPlace(appId: string, mode: Mode, memberId: string): Promise<number | null>
  findTaken(appId: string, mode: Mode, wishes: Wishes, now: number): Promise<Taken>
  /**
   * Adds members of one app and mode, in their order, with what they hold, and what others who are there already get
   * besides. Nobody is told: no webhook hears of it.
   * @throws UniqueConstraintError when something is taken
   */
  insertAll(members: readonly MemberRow[], belongings: Belongings): Promise<void>
  /** As `members.update` does it; no webhook hears of it. */
  update(id: string, changes: MemberChanges & Partial<Pick<MemberRow, 'lastLoginAt'>>): Promise<void>
}
