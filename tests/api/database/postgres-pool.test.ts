import type { Pool } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createPostgresPool } from '../../../api/database/postgres-pool'
import { hasPgBouncer, startPgBouncer } from '../../support/pgbouncer/start-pgbouncer'
import type { PoolMode } from '../../support/pgbouncer/start-pgbouncer'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { createTestDatabase } from '../../support/postgres/test-database'

const TIMED_OUT = { code: '57014' }

function openPool(url: string, max: number): Pool {
  const pool = createPostgresPool({ url, max, statementTimeoutMs: 300, name: 'test' })
  onTestFinished(() => pool.end())
  return pool
}

async function address(way: PoolMode | 'direct'): Promise<string> {
  const { url } = await createTestDatabase()
  return way === 'direct' ? url : (await startPgBouncer({ server: url, mode: way })).url
}

const ways = [
  { way: 'direct', isHere: hasPostgres },
  { way: 'session', isHere: hasPgBouncer },
  { way: 'transaction', isHere: hasPgBouncer },
] as const

for (const { way, isHere } of ways) {
  describe.runIf(isHere)(`a pool on PostgreSQL (${way})`, () => {
    test('ends what takes too long, in a transaction and outside of one, with and without parameters', async () => {
      const pool = openPool(await address(way), 3)
      await expect(pool.query('select pg_sleep(5)')).rejects.toMatchObject(TIMED_OUT)
      await expect(pool.query('select pg_sleep($1)', [5])).rejects.toMatchObject(TIMED_OUT)
      const client = await pool.connect()
      await client.query('begin')
      expect((await client.query('show idle_in_transaction_session_timeout')).rows).toEqual([
        { idle_in_transaction_session_timeout: '20s' },
      ])
      await expect(client.query('select pg_sleep($1)', [5])).rejects.toMatchObject(TIMED_OUT)
      await client.query('rollback')
      client.release()
    })

    test('answers as the driver does', async () => {
      const pool = openPool(await address(way), 1)
      expect((await pool.query('select $1::int as a, $2::text as b', [1, null])).rows).toEqual([{ a: 1, b: null }])
      expect((await pool.query('select 1 as a where false')).rows).toEqual([])
      await pool.query('create table things (a int)')
      expect(await pool.query('insert into things values ($1), ($2)', [1, 2])).toMatchObject({ rowCount: 2 })
      expect(await pool.query({ name: 'read', text: 'select a from things where a = $1', values: [2] })).toMatchObject({
        rows: [{ a: 2 }],
        fields: [{ name: 'a' }],
        command: 'SELECT',
      })
      await expect(pool.query('select $1::int / 0', [1])).rejects.toMatchObject({ code: '22012' })
      await expect(pool.query('insert into nothing values (1)')).rejects.toMatchObject({ code: '42P01' })
      expect((await pool.query('select 2 as a')).rows).toEqual([{ a: 2 }])
    })

    test('a limit that a transaction sets holds in it, and nowhere else', async () => {
      const pool = openPool(await address(way), 1)
      const client = await pool.connect()
      await client.query('start transaction isolation level serializable; set local statement_timeout = 0')
      await client.query('select pg_sleep($1)', [0.5])
      expect((await client.query('show transaction_isolation')).rows).toEqual([
        { transaction_isolation: 'serializable' },
      ])
      await client.query('commit')
      client.release()
      await expect(pool.query('select pg_sleep($1)', [5])).rejects.toMatchObject(TIMED_OUT)
    })
  })
}

test.runIf(hasPgBouncer)('a pool leaves nothing on connections that others get next', async () => {
  const { url } = await createTestDatabase()
  const pooler = await startPgBouncer({ server: url, mode: 'transaction', settings: { default_pool_size: 1 } })
  const [strict, plain] = [
    openPool(pooler.url, 2),
    createPostgresPool({ url: pooler.url, max: 2, statementTimeoutMs: 9_000 }),
  ]
  onTestFinished(() => plain.end())
  await Promise.all([strict.query({ name: 'one', text: 'select $1::int', values: [1] }), strict.query('select 1')])
  const { rows } = await plain.query(`select reset_val from pg_settings where name = 'statement_timeout'`)
  expect(rows).toEqual([{ reset_val: '0' }])
  expect((await plain.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '9s' }])
  expect(
    (await plain.query('select count(*)::int as prepared from pg_prepared_statements where name <> $1', [''])).rows,
  ).toEqual([{ prepared: 0 }])
})
