import type { CustomFieldValue } from '../../contract/entities'
import type { Mode } from '../lib/ids'

/** A member as the database keeps them. */
export interface MemberRow {
  id: string
  appId: string
  mode: Mode
  email: string
  passwordHash: string | null
  verified: boolean
  /** Keys of the providers that the member is connected with, in that order. Read with the row, never written with it. */
  providers: readonly string[]
  /** Address of the image. */
  profileImage: string | null
  loginRedirect: string | null
  /** The customer at whoever takes the money; named as the published client names it. */
  stripeCustomerId: string | null
  customFields: Record<string, CustomFieldValue>
  metaData: Record<string, unknown>
  json: Record<string, unknown>
  createdAt: number
  /** Null: never. Noted by `noteLogin` alone. */
  lastLoginAt: number | null
}

export type MemberChanges = Partial<
  Pick<
    MemberRow,
    | 'email'
    | 'passwordHash'
    | 'verified'
    | 'profileImage'
    | 'loginRedirect'
    | 'stripeCustomerId'
    | 'customFields'
    | 'metaData'
    | 'json'
  >
>

/** Which members of an app and mode. */
export interface MemberFilter {
  appId: string
  mode: Mode
  /** Who has this plan, paid or free, and has not cancelled it. */
  planId?: string | undefined
  email?: string | undefined
  search?: MemberSearch | undefined
}

/** Every word must be part of the email address, of the ID, or of a custom field that holds a name; letters of any case. */
export interface MemberSearch {
  words: readonly string[]
  /** Keys of the custom fields. */
  nameFields: readonly string[]
}

export interface MemberList extends MemberFilter {
  /** A page has fewer where its members hold more than `MEMBER_PAGE_MAX_BYTES`, and always at least one. */
  limit: number
  /** The number of the last member of the page before; null for the first page. */
  after: number | null
  order: 'ASC' | 'DESC'
}

/** A member with their number in their app and mode, which counts up. */
export interface ListedMember {
  internalOrder: number
  member: MemberRow
}

/** What others may learn of a member, and what decides whether they moderate: without the large columns. */
export type MemberSummary = Pick<MemberRow, 'id' | 'email' | 'verified' | 'profileImage' | 'customFields'>
export interface MemberPage {
  members: ListedMember[]
  /** Whether others follow. */
  hasMore: boolean
}

export interface MemberRepository {
  /** @throws UniqueConstraintError when the e-mail is taken in this app and mode. */
  insert(member: MemberRow): Promise<void>
  findById(id: string): Promise<MemberRow | null>
  /** Those of the IDs that exist, by one statement, in no particular order. */
  listSummaries(ids: readonly string[]): Promise<MemberSummary[]>
  /** In no order; those that are not there are left out. */
  listByIds(ids: readonly string[]): Promise<MemberRow[]>
  findByEmail(appId: string, mode: Mode, email: string): Promise<MemberRow | null>
  update(id: string, changes: MemberChanges): Promise<void>
  noteLogin(id: string, at: number): Promise<void>
  /** In the order in which they came, or the other way round. */
  listInOrder(list: MemberList): Promise<MemberPage>
  count(filter: MemberFilter): Promise<number>
  /** Of these addresses the ones that are some member's profile image. */
  findUsedImages(addresses: readonly string[]): Promise<string[]>
  /** Locks the row until the transaction ends and answers it as it stands now. */
  lock(id: string): Promise<MemberRow | null>
  /** Deletes the member with everything that is theirs. */
  delete(id: string): Promise<void>
}
