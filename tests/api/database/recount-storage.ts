import { sql } from 'kysely'
import type { OpenTables } from '../../../api/database/open-tables'

const size = (...texts: (string | null)[]) => texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0)
const compare = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)

/** What the triggers have counted, without sums that returned to zero. */
export async function countedStorage({ db }: OpenTables) {
  const accounts = await db.selectFrom('storageAccounts').selectAll().execute()
  const sums = await db.selectFrom('storageSums').selectAll().where('bytes', '<>', 0).execute()
  return { accounts: accounts.toSorted(compare), sums: sums.toSorted(compare) }
}

type Counted = Awaited<ReturnType<typeof countedStorage>>

/** Counts all rows again, without SQL. */
export async function recountStorage({ db }: OpenTables): Promise<Counted> {
  const accounts = new Map<string, Counted['accounts'][number]>()
  for (const member of await db.selectFrom('members').selectAll().execute()) {
    const { id, appId, mode, verified, email, customFields, metaData, json, profileImage } = member
    const image = profileImage === null || profileImage.includes('/') ? 0 : 100_000
    const bytes = 1_000 + size(email, customFields, metaData, json) + image
    accounts.set(id, { memberId: id, appId, mode, verified, bytes })
  }
  const sums = new Map<string, Counted['sums'][number]>()
  const addToSum = ({ bytes, ...key }: Counted['sums'][number]) => {
    const name = JSON.stringify(Object.entries(key).toSorted(compare))
    sums.set(name, { ...key, bytes: (sums.get(name)?.bytes ?? 0) + bytes })
  }
  const add = (memberId: string, bytes: number) => {
    const account = accounts.get(memberId)
    if (account) account.bytes += bytes
  }
  for (const row of await db.selectFrom('signupRecords').selectAll().execute())
    add(row.memberId, 500 + size(row.customFields))
  for (const row of await db.selectFrom('comments').selectAll().execute())
    add(row.memberId, 500 + size(row.content, row.source, row.nodes, row.url))
  for (const row of await db.selectFrom('workSamples').selectAll().execute()) add(row.memberId, 500 + row.sizeBytes)
  const values = await db.selectFrom('dataRecordValues').selectAll().execute()
  for (const { id, appId, mode, memberId } of await db.selectFrom('dataRecords').selectAll().execute()) {
    const own = values.filter(({ recordId }) => recordId === id)
    const bytes = own.reduce((sum, { textValue }) => sum + 100 + size(textValue), 500)
    if (memberId === null) addToSum({ appId, mode, verified: 1, shard: '', bytes })
    else add(memberId, bytes)
  }
  for (const { memberId, ...account } of accounts.values()) addToSum({ ...account, shard: memberId.slice(-2) })
  return { accounts: [...accounts.values()].toSorted(compare), sums: [...sums.values()].toSorted(compare) }
}

/** Statements that insert `members` members of the app `app_demo` and their rows. Each third member is verified. */
export function bulkInserts(members: number): readonly string[] {
  const numbers = `with recursive n(n) as (select 0 union all select n + 1 from n where n < ${members - 1})`
  const rows = (table: string, columns: string, values: string, from = 'n') =>
    `insert into ${table} (${columns}) ${numbers} select ${values} from ${from} where true on conflict do nothing`
  const id = `'mem_sb_' || n`
  const scope = `'app_demo', 'test'`
  return [
    rows(
      'members',
      'id, app_id, mode, email, custom_fields, meta_data, json, profile_image, verified, created_at, internal_order',
      `${id}, ${scope}, n || '@example.com', '{}', '{}', '{"é":1}', case when n % 4 = 0 then 'a.webp' when n % 4 = 1 then 'https://b.example/b' end,
        case when n % 3 = 0 then 1 else 0 end, 1, n`,
    ),
    rows(
      'signup_records',
      'id, app_id, mode, member_id, email, custom_fields, created_at',
      `'s' || n, ${scope}, ${id}, 'a', '{}', 1`,
    ),
    // The answers to a comment are of other members than the comment.
    rows(
      'comments',
      'id, app_id, mode, channel_key, parent_id, member_id, content, created_at, updated_at, internal_order',
      `'c' || n, ${scope}, 'g', case when n >= 10 then 'c' || (n - 9) end, ${id}, 'words', 1, 1, n`,
    ),
    rows(
      'data_records',
      'id, app_id, mode, table_key, member_id, created_at, updated_at, internal_order',
      `'r' || n, ${scope}, 't', case when n % 5 > 0 then ${id} end, 1, 1, n`,
    ),
    rows(
      'data_record_values',
      'record_id, field_key, text_value',
      `'r' || n, k, 'text'`,
      `n, (select 'a' as k union all select 'b') keys`,
    ),
  ]
}

export const execute = async ({ db }: OpenTables, statement: string): Promise<void> => {
  await sql.raw(statement).execute(db)
}
