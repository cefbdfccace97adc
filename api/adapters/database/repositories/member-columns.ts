import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { MemberChanges, MemberRow } from '../../../ports/store'
import type { Tables } from '../tables'
import type { ImageColumn } from './image-column'

type Columns = Selectable<Tables['members']>

/** What the database keeps of a member besides, and the port has ways of its own for. */
type OwnColumns = 'internalOrder'

/** With the keys of the member's providers, parted by spaces, which no key holds; null for none. */
export type ReadColumns = Columns & { providers: string | null }

export const providers = sql<string | null>`(
  select string_agg(provider, ' ' order by created_at, provider) from provider_connections where member_id = members.id
)`.as('providers')

/** A member as the port has it. */
export function readMemberRow(read: ReadColumns, image: ImageColumn): MemberRow {
  const { providers: keys, internalOrder: _place, ...row } = read
  return {
    ...row,
    providers: keys?.split(' ') ?? [],
    profileImage: row.profileImage === null ? null : image.toAddress(row.profileImage),
    verified: row.verified === 1,
    customFields: JSON.parse(row.customFields),
    metaData: JSON.parse(row.metaData),
    json: JSON.parse(row.json),
  }
}

/** The connections have a table of their own. */
export function toColumns({ providers: _connections, ...member }: MemberRow): Omit<Columns, OwnColumns> {
  return {
    ...member,
    verified: member.verified ? 1 : 0,
    customFields: JSON.stringify(member.customFields),
    metaData: JSON.stringify(member.metaData),
    json: JSON.stringify(member.json),
  }
}

export function toChangedColumns({
  verified,
  customFields,
  metaData,
  json,
  ...rest
}: MemberChanges): Partial<Omit<Columns, OwnColumns>> {
  return {
    ...rest,
    ...(verified !== undefined && { verified: verified ? 1 : 0 }),
    ...(customFields && { customFields: JSON.stringify(customFields) }),
    ...(metaData && { metaData: JSON.stringify(metaData) }),
    ...(json && { json: JSON.stringify(json) }),
  }
}
