import Database from 'libsql'
import { AsyncLocalStorage } from 'node:async_hooks'
import { setMaxListeners } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase, openPostgres } from '../../../../api/database/open-database'
import { createExpensiveReads } from '../../../../api/database/expensive-reads'
import type { ExpensiveReads } from '../../../../api/database/expensive-reads'
import { createPostgresReader, createSqliteReader } from '../../../../api/database/readers'
import type { Tables } from '../../../../api/database/tables'
import { aGate } from '../../../support/a-gate'
import { withRepositories } from '../../../support/repositories'
import type { Store } from '../../../support/repositories'
import { engines, isHere } from '../../../support/engines'
import { createTestDatabase, queryOnce } from '../../../support/postgres/test-database'

/** Takes many seconds unless interrupted. */
const slow = (db: Kysely<Tables>) =>
  sql<{ total: number }>`with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 200000000)
    select count(*) as total from counted where n % 7 = 3`.execute(db)

/** Opens the gate once the statement is sent. */
const announced = (begun: ReturnType<typeof aGate>) => (db: Kysely<Tables>) => {
  const running = slow(db)
  begun.open()
  return running
}

const quick = async (db: Kysely<Tables>): Promise<unknown> => (await sql`select 7 as number`.execute(db)).rows

describe.each(engines)('expensive reads on %s', (engine) => {
  let folder: string
  let store: Store
  let url: string
  let reads: ExpensiveReads<Kysely<Tables>>

  const open = (count: number): ExpensiveReads<Kysely<Tables>> => {
    const insideTransaction = new AsyncLocalStorage<true>()
    const reader = () =>
      engine === 'SQLite'
        ? createSqliteReader({ file: join(folder, 'membership.db'), insideTransaction })
        : createPostgresReader({ url, insideTransaction })
    return createExpensiveReads(Array.from({ length: count }, reader), (db) => db)
  }

  beforeEach(async (context) => {
    context.skip(!isHere(engine))
    folder = mkdtempSync(join(tmpdir(), 'expensive-reads-'))
    url = engine === 'SQLite' ? '' : (await createTestDatabase()).url
    store = withRepositories(
      engine === 'SQLite' ? await openDatabase({ file: join(folder, 'membership.db') }) : await openPostgres({ url }),
    )
    reads = open(1)
  })

  afterEach(async () => {
    await reads.close()
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a statement past the time limit is stopped, does not hold the thread, and leaves the reader usable', async () => {
    for (let round = 0; round < 5; round += 1) {
      // A timer of this thread stops it.
      await expect(reads.read(slow, { maxMs: 50 })).rejects.toMatchObject({
        code: 'query-limit-exceeded',
        message: expect.stringContaining('50 ms'),
      })
      await expect(reads.read(quick, { maxMs: 5_000 })).resolves.toEqual([{ number: 7 }])
    }
  })

  test('collecting garbage does not wait for the statement that runs', async () => {
    setFlagsFromString('--expose-gc')
    const collect: unknown = runInNewContext('gc')
    if (typeof collect !== 'function') throw new Error('The garbage collector cannot be called.')
    for (let round = 0; round < 3; round += 1) {
      let isComplete = false
      const toTheEnd = async (db: Kysely<Tables>) => {
        await slow(db)
        isComplete = true
      }
      const collecting = setInterval(collect, 10)
      await expect(reads.read(toTheEnd, { maxMs: 100 })).rejects.toMatchObject({ code: 'query-limit-exceeded' })
      clearInterval(collecting)
      expect(isComplete).toBe(false)
    }
  })

  test('a statement that was stopped keeps no lock and no old state of the database', async () => {
    await reads.read(slow, { maxMs: 50 }).catch(() => {})
    if (engine === 'PostgreSQL') {
      const active = await queryOnce(
        url,
        `select query from pg_stat_activity where state <> 'idle' and query like '%counted%' and pid <> pg_backend_pid()`,
      )
      expect(active).toEqual([])
      return
    }
    const database = new Database(join(folder, 'membership.db'))
    expect(database.pragma('wal_checkpoint(truncate)')).toMatchObject([{ busy: 0 }])
    database.close()
  })

  test('a caller that is gone ends its own read, running or waiting', async () => {
    const [running, waiting] = [new AbortController(), new AbortController()]
    const begun = aGate()
    const first = reads.read(announced(begun), { maxMs: 60_000, signal: running.signal })
    const second = reads.read(quick, { maxMs: 60_000, signal: waiting.signal })
    const third = reads.read(quick, { maxMs: 60_000 })
    await begun.opened
    waiting.abort()
    await expect(second).rejects.toMatchObject({ code: 'client-closed-request' })
    running.abort()
    await expect(first).rejects.toMatchObject({ code: 'client-closed-request' })
    await expect(third).resolves.toEqual([{ number: 7 }])
    await expect(reads.read(quick, { maxMs: 1_000, signal: running.signal })).rejects.toMatchObject({
      code: 'client-closed-request',
    })
  })

  test('after the limit no further statement starts', async () => {
    let isLater = false
    const read = reads.read(
      async (db) => {
        await slow(db).catch(() => {})
        await quick(db)
        isLater = true
      },
      { maxMs: 50 },
    )
    await expect(read).rejects.toMatchObject({ code: 'query-limit-exceeded' })
    expect(isLater).toBe(false)
  })

  test('only statements take time', async () => {
    const read = async (db: Kysely<Tables>): Promise<unknown> => {
      await quick(db)
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
      await vi.advanceTimersByTimeAsync(300)
      vi.useRealTimers()
      return quick(db)
    }
    await expect(reads.read(read, { maxMs: 50 })).resolves.toEqual([{ number: 7 }])
  })

  test('the queue is bounded, for one caller sooner than for all', async () => {
    const over = new AbortController()
    setMaxListeners(0, over.signal)
    const limits = { maxMs: 60_000, signal: over.signal }
    const held = [reads.read(slow, limits)]
    for (let count = 0; count < 20; count += 1) held.push(reads.read(slow, { ...limits, caller: 'one' }))
    const refused = { code: 'too-many-requests', retryAfterSeconds: 2 }
    await expect(reads.read(quick, { ...limits, caller: 'one' })).rejects.toMatchObject(refused)
    for (let count = 0; count < 40; count += 1) held.push(reads.read(slow, limits))
    await expect(reads.read(quick, { ...limits, caller: 'two' })).rejects.toMatchObject(refused)
    over.abort()
    const ended = await Promise.allSettled(held)
    expect(ended.every(({ status }) => status === 'rejected')).toBe(true)
    await expect(reads.read(quick, { maxMs: 5_000 })).resolves.toEqual([{ number: 7 }])
  })

  test('nothing can be written, and what was written before is seen', async () => {
    await expect(reads.read((db) => sql`delete from schema_migrations`.execute(db), { maxMs: 5_000 })).rejects.toThrow()
    const count = (repositories: Pick<Store, 'dataRecords'>) =>
      repositories.dataRecords.countAll({ appId: 'a', mode: 'test', tableKey: 't', ownerId: null })
    expect(await store.expensiveRead(count, { maxMs: 5_000 })).toBe(0)
    await store.dataRecords.insert(
      { id: 'rec_1', appId: 'a', mode: 'test', tableKey: 't', memberId: null, values: {}, createdAt: 1, updatedAt: 1 },
      {},
    )
    expect(await store.expensiveRead(count, { maxMs: 5_000 })).toBe(1)
  })

  test('inside a transaction they are refused', async () => {
    const nested = store.transaction(() =>
      store.expensiveRead(async ({ dataRecords }) => dataRecords.find('x'), { maxMs: 1_000 }),
    )
    await expect(nested).rejects.toThrow('Inside a transaction')
  })

  test('closing ends what runs', async () => {
    const begun = aGate()
    const running = reads.read(announced(begun), { maxMs: 60_000 })
    const ended = expect(running).rejects.toMatchObject({ code: 'client-closed-request' })
    await begun.opened
    await reads.close()
    await ended
    reads = open(1)
  })
})
