import { Pool } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { importApps } from '../../../api/operations/import-apps'
import { openPostgres } from '../../../api/database/open-database'
import { postgresLookups } from '../../../api/database/lookup'
import { TransactionMark } from '../../../api/database/transaction'
import { withRepositories } from '../../support/repositories'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { createTestDatabase } from '../../support/postgres/test-database'
import { aMemberRow } from './a-member-row'
import { appsFolder } from './open-test-store'

const NOW = 1_795_000_000_000
const SQL = 'select name, size from things where name = $1 and size > $2 limit 1'

/** Lookups in a table of a hundred rows over one connection, and the sent statements. */
async function openThings() {
  const pool = new Pool({ connectionString: (await createTestDatabase()).url, max: 1 })
  onTestFinished(() => pool.end())
  await pool.query('create table things (name text primary key, size bigint not null)')
  await pool.query("insert into things select 'thing ' || number, number from generate_series(1, 100) number")
  const failed: boolean[] = []
  const watch = { queried: (_seconds: number, isFailed: boolean) => void failed.push(isFailed), hasPool: () => {} }
  const insideTransaction = new TransactionMark()
  const prepare = () => postgresLookups({ pool, insideTransaction, watch })(SQL)
  const names = async () => (await pool.query<{ name: string }>('select name from pg_prepared_statements')).rows
  return { pool, insideTransaction, failed, prepare, names }
}

describe.runIf(hasPostgres)('look-ups on PostgreSQL', () => {
  test('what arrives together shares few statements, and each gets its own row', async () => {
    const { prepare, failed } = await openThings()
    const lookUp = prepare()
    const found = await Promise.all(
      Array.from({ length: 300 }, async (_, index) => lookUp([`thing ${index % 120}`, index % 2 === 0 ? 0 : 1_000])),
    )
    for (const [index, row] of found.entries()) {
      const isThere = index % 120 >= 1 && index % 120 <= 100 && index % 2 === 0
      expect(row?.slice(0, 2)).toEqual(isThere ? [`thing ${index % 120}`, index % 120] : undefined)
    }
    expect(failed.length).toBeLessThanOrEqual(6)
    expect(failed).not.toContain(true)
  })

  test('a lookup after a change sees it, even with many lookups running', async () => {
    const { prepare, pool } = await openThings()
    const lookUp = prepare()
    for (let size = 200; size < 230; size += 1) {
      const earlier = Array.from({ length: 20 }, async () => lookUp(['thing 1', 0]))
      await pool.query('update things set size = $1 where name = $2', [size, 'thing 1'])
      expect((await lookUp(['thing 1', 0]))?.[1]).toBe(size)
      await Promise.all(earlier)
    }
  })

  test('a statement is prepared once, and where its name is lost or taken it is sent whole from then on', async () => {
    const { prepare, pool, names } = await openThings()
    const lookUp = prepare()
    await lookUp(['thing 1', 0])
    await lookUp(['thing 2', 0])
    const [prepared, ...others] = await names()
    expect([prepared?.name.startsWith('look-up-'), others]).toEqual([true, []])
    // As behind a pooler: the next connection does not know the name, …
    await pool.query('deallocate all')
    expect((await lookUp(['thing 3', 0]))?.[1]).toBe(3)
    expect((await lookUp(['thing 4', 0]))?.[1]).toBe(4)
    expect(await names()).toEqual([])
    // … or another process has prepared it there.
    const taken = await openThings()
    await taken.pool.query(`prepare "${prepared?.name}" as select 1`)
    const other = taken.prepare()
    expect((await other(['thing 5', 0]))?.[1]).toBe(5)
  })

  test('a migration that changes a column under a prepared statement fails no look-up', async () => {
    const { prepare, pool } = await openThings()
    const lookUp = prepare()
    await lookUp(['thing 1', 0])
    await pool.query('alter table things alter column name type varchar(100)')
    expect((await lookUp(['thing 2', 0]))?.[0]).toBe('thing 2')
  })

  test('a failure reaches all callers of the statement, and the next lookup runs again', async () => {
    const { prepare, pool, failed } = await openThings()
    const lookUp = prepare()
    await pool.query('alter table things rename to others')
    const all = await Promise.allSettled([1, 2, 3].map(async (thing) => lookUp([`thing ${thing}`, 0])))
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(failed).toEqual([true])
    await pool.query('alter table others rename to things')
    expect((await lookUp(['thing 1', 0]))?.[1]).toBe(1)
  })

  test('hanging statements do not block other callers', async () => {
    const pool = new Pool({ connectionString: (await createTestDatabase()).url })
    onTestFinished(() => pool.end())
    const holder = await pool.connect()
    await holder.query('select pg_advisory_lock(1)')
    // A slow one waits for the lock until the test releases it.
    const sql = "select case when $1 = 'slow' then pg_advisory_xact_lock_shared($2)::text else $1 end as found"
    const lookUp = postgresLookups({ pool, insideTransaction: new TransactionMark() })(sql)
    const done: string[] = []
    const ask = async (what: string) => {
      await lookUp([what, 1])
      done.push(what)
    }
    const slow = [ask('slow')]
    const waiting = async () =>
      (await holder.query("select 1 from pg_locks where locktype = 'advisory' and not granted")).rowCount
    // One after the other, so one statement each.
    await expect.poll(waiting).toBe(1)
    slow.push(ask('slow'))
    await expect.poll(waiting).toBe(2)
    await ask('quick')
    expect(done).toEqual(['quick'])
    await holder.query('select pg_advisory_unlock(1)')
    holder.release()
    await Promise.all(slow)
  })

  test('inside a transaction it is refused', async () => {
    const { prepare, insideTransaction } = await openThings()
    const lookUp = prepare()
    await insideTransaction.run(true, async () => {
      expect(() => lookUp(['thing 1', 0])).toThrow('Inside a transaction')
    })
  })

  test('a session that was ended is refused at the next call, in the other process, too', async () => {
    const { url } = await createTestDatabase()
    const one = withRepositories(await openPostgres({ url }))
    const other = withRepositories(await openPostgres({ url }))
    onTestFinished(async () => {
      await one.close()
      await other.close()
    })
    await importApps(one, appsFolder)
    await one.members.insert(aMemberRow())
    for (let round = 0; round < 20; round += 1) {
      const tokenDigest = `digest ${round}`
      const times = { createdAt: NOW, expiresAt: NOW + 1_000 }
      await one.sessions.insert({
        tokenDigest,
        memberId: 'mem_sb_1',
        appId: 'app_demo',
        mode: 'test',
        deviceId: null,
        ...times,
      })
      const before = await Promise.all([one, other].map(async (store) => store.sessions.findCaller(tokenDigest, NOW)))
      expect(before.map((caller) => caller?.member.id)).toEqual(['mem_sb_1', 'mem_sb_1'])
      const underWay = Array.from({ length: 10 }, async () => other.sessions.findCaller('digest 0', NOW))
      await one.sessions.delete(tokenDigest)
      expect(await other.sessions.findCaller(tokenDigest, NOW)).toBeNull()
      await Promise.all(underWay)
    }
  })
})
