import type { CustomFieldValue } from '../../contract/entities'
import type { Mode } from '../domain/mode'
import type { ListPlace } from './list-place'

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
}

export interface MemberList extends MemberFilter {
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

export interface MemberRepository {
  /** @throws UniqueConstraintError when the e-mail is taken in this app and mode. */
  insert(member: MemberRow): Promise<void>
  findById(id: string): Promise<MemberRow | null>
  /** In no order; those that are not there are left out. */
  listByIds(ids: readonly string[]): Promise<MemberRow[]>
  findByEmail(appId: string, mode: Mode, email: string): Promise<MemberRow | null>
  update(id: string, changes: MemberChanges): Promise<void>
  noteLogin(id: string, at: number): Promise<void>
  /** Newest first. @param before where the page before ended; null for the first one */
  list(appId: string, mode: Mode, limit: number, before: ListPlace | null): Promise<MemberRow[]>
  /** In the order in which they came, or the other way round. */
  listInOrder(list: MemberList): Promise<ListedMember[]>
  count(filter: MemberFilter): Promise<number>
  /** Of these addresses the ones that are some member's profile image. */
  findUsedImages(addresses: readonly string[]): Promise<string[]>
  /** Locks the row until the transaction ends and answers it as it stands now. */
  lock(id: string): Promise<MemberRow | null>
  /** Deletes the member with everything that is theirs. */
  delete(id: string): Promise<void>
}
