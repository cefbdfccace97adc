import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { importApps } from '../../../api/operations/import-apps'
import type { TransactionQueue } from '../../../api/database/db'
import { openPostgres } from '../../../api/database/open-database'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { createTestDatabase } from '../../support/postgres/test-database'
import { findMemberByEmail, insertMember } from '../../../api/features/members/repository'
import { aMemberRow } from './a-member-row'
import { appsFolder } from './open-test-store'

const MEMBERS = 24

test.runIf(hasPostgres)(
  'members that are added in line, by two processes, are each added with the first try',
  async () => {
    const { url } = await createTestDatabase()
    const stores = [await openPostgres({ url, poolSize: 6 }), await openPostgres({ url, poolSize: 6 })]
    onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))))
    await importApps(stores[0]!, appsFolder)
    let tries = 0
    const add = (index: number) =>
      stores[index % 2]!.transaction(async (tx) => {
        tries += 1
        const email = `member-${index}@example.com`
        expect(await findMemberByEmail(tx, 'app_demo', 'test', email)).toBeNull()
        await insertMember(tx, aMemberRow({ id: `mem_sb_${index}`, email }))
      }, 'members')
    await Promise.all(Array.from({ length: MEMBERS }, (_, index) => add(index)))
    expect(tries).toBe(MEMBERS)
  },
)

test.runIf(hasPostgres).each<{ queue: TransactionQueue; table: string }>([
  { queue: 'members', table: 'member_counters' },
  { queue: 'uploads', table: 'storage_additions' },
])('transactions in line for $queue leave the connections to others', async ({ queue, table }) => {
  const { url } = await createTestDatabase()
  const store = await openPostgres({ url, poolSize: 2 })
  onTestFinished(() => store.close())
  const other = new Client({ connectionString: url })
  await other.connect()
  await other.query(`begin; lock table ${table} in share row exclusive mode`)
  const inLine = Promise.all(Array.from({ length: 5 }, () => store.transaction(async () => 'done', queue)))
  await store.ping()
  await store.transaction(async (tx) => findMemberByEmail(tx, 'app_demo', 'test', 'ida@example.com'))
  await other.query('commit')
  expect(await inLine).toHaveLength(5)
  await other.end()
})
