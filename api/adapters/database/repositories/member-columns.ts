import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { MemberChanges, MemberRow } from '../../../ports/store'
import type { Tables } from '../../../database/tables'
import type { ImageColumn } from '../../../database/db'

type Columns = Selectable<Tables['members']>

/** What the database keeps of a member besides, and the port has ways of its own for. */
type OwnColumns = 'internalOrder'

/** With the keys of the member's providers, parted by spaces, which no key holds; null for none. */
export type ReadColumns = Omit<Columns, OwnColumns> & { providers: string | null }

export const providerKeys = sql<string | null>`(
  select string_agg(provider, ' ' order by created_at, provider) from provider_connections where member_id = members.id
)`
export const providers = providerKeys.as('providers')

/** A member as the port has it; field by field, because spreading takes longer than all the rest of it. */
export function readMemberRow(read: ReadColumns, image: ImageColumn): MemberRow {
  return {
    id: read.id,
    appId: read.appId,
    mode: read.mode,
    email: read.email,
    passwordHash: read.passwordHash,
    verified: read.verified === 1,
    providers: read.providers?.split(' ') ?? [],
    profileImage: read.profileImage === null ? null : image.toAddress(read.profileImage),
    loginRedirect: read.loginRedirect,
    stripeCustomerId: read.stripeCustomerId,
    customFields: parse(read.customFields),
    metaData: parse(read.metaData),
    json: parse(read.json),
    createdAt: read.createdAt,
    lastLoginAt: read.lastLoginAt,
  }
}

/** Most members have nothing of most of them. */
const parse = (text: string) => (text === '{}' ? {} : JSON.parse(text))

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
