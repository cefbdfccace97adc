import Database from 'libsql'
import AsyncDatabase from 'libsql/promise'
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
import { yieldToEventLoop } from '../../../../api/lib/concurrency'
import { aGate } from '../../../support/a-gate'
import { withRepositories } from '../../../support/repositories'
import type { Store } from '../../../support/repositories'
import { engines, isHere } from '../../../support/engines'
import { createTestDatabase, queryOnce } from '../../../support/postgres/test-database'

/** Takes many seconds unless interrupted. */
const slow = (db: Kysely<Tables>) =>
  sql<{ total: number }>`with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 200000000)
    select count(*) as total from counted where n % 7 = 3`.execute(db)

/** Takes some milliseconds. */
const short = (db: Kysely<Tables>) =>
  sql<{ total: number }>`with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 100000)
    select count(*) as total from counted`.execute(db)

/** Opens the gate once the statement is sent. */
const announced = (begun: ReturnType<typeof aGate>) => (db: Kysely<Tables>) => {
  const running = slow(db)
  begun.open()
  return running
}

const caller = ['app_1', '192.0.2.0/24', '192.0.2.1']

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
    const readers = { quick: [reader()], slow: Array.from({ length: count }, reader) }
    return createExpensiveReads(readers, (db) => db)
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
      await expect(reads.read(slow, { maxMs: 50, caller })).rejects.toMatchObject({
        code: 'query-limit-exceeded',
        message: expect.stringContaining('50 ms'),
      })
      await expect(reads.read(quick, { maxMs: 5_000, caller })).resolves.toEqual([{ number: 7 }])
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
      await expect(reads.read(toTheEnd, { maxMs: 100, caller })).rejects.toMatchObject({ code: 'query-limit-exceeded' })
      clearInterval(collecting)
      expect(isComplete).toBe(false)
    }
  })

  test('a statement that was stopped keeps no lock and no old state of the database', async () => {
    await reads.read(slow, { maxMs: 50, caller }).catch(() => {})
    if (engine === 'PostgreSQL') {
      const active = await queryOnce(
        url,
        // Other tests run the same statement in databases of their own.
        `select query from pg_stat_activity where state <> 'idle' and query like '%counted%' and pid <> pg_backend_pid()
          and datname = current_database()`,
      )
      expect(active).toEqual([])
      return
    }
    const database = new Database(join(folder, 'membership.db'))
    expect(database.pragma('wal_checkpoint(truncate)')).toMatchObject([{ busy: 0 }])
    database.close()
  })

  test('on SQLite, a quick read waits for nothing but its statements', async (context) => {
    context.skip(engine === 'PostgreSQL')
    await reads.read(quick, { maxMs: 5_000, caller })
    await yieldToEventLoop()
    const exec = vi.spyOn(AsyncDatabase.prototype, 'exec')
    await reads.read(quick, { maxMs: 5_000, caller })
    const awaited = exec.mock.settledResults.filter(({ type }) => type !== 'incomplete')
    await reads.close()
    const calls = [...exec.mock.calls]
    exec.mockRestore()
    expect(awaited).toEqual([])
    expect(calls).toEqual([['commit; begin']])
    reads = open(1)
  })

  test('a caller that is gone ends its own read, running or waiting', async () => {
    const [running, waiting] = [new AbortController(), new AbortController()]
    const begun = aGate()
    const first = reads.read(announced(begun), { maxMs: 60_000, caller, signal: running.signal })
    const second = reads.read(quick, { maxMs: 60_000, caller, signal: waiting.signal })
    const third = reads.read(quick, { maxMs: 60_000, caller })
    await begun.opened
    waiting.abort()
    await expect(second).rejects.toMatchObject({ code: 'client-closed-request' })
    running.abort()
    await expect(first).rejects.toMatchObject({ code: 'client-closed-request' })
    await expect(third).resolves.toEqual([{ number: 7 }])
    await expect(reads.read(quick, { maxMs: 1_000, caller, signal: running.signal })).rejects.toMatchObject({
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
      { maxMs: 50, caller },
    )
    await expect(read).rejects.toMatchObject({ code: 'query-limit-exceeded' })
    expect(isLater).toBe(false)
  })

  test('only statements take time', async () => {
    const read = async (db: Kysely<Tables>): Promise<unknown> => {
      await quick(db)
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
      await vi.advanceTimersByTimeAsync(3_000)
      vi.useRealTimers()
      return quick(db)
    }
    await expect(reads.read(read, { maxMs: 500, caller })).resolves.toEqual([{ number: 7 }])
  })

  test('on SQLite, a read is not ended for what the server itself does while its statement runs', async (context) => {
    context.skip(engine === 'PostgreSQL')
    const read = reads.read(
      async (db) => {
        const running = short(db)
        await yieldToEventLoop()
        const end = performance.now() + 1_200
        while (performance.now() < end);
        return (await running).rows
      },
      { maxMs: 200, caller },
    )
    await expect(read).resolves.toEqual([{ total: 100_000 }])
  })

  test('a read that is not quick begins only once while nobody waits for its reader', async () => {
    let attempts = 0
    const read = reads.read(
      (db) => {
        attempts += 1
        return slow(db)
      },
      { maxMs: 100, caller },
    )
    await expect(read).rejects.toMatchObject({ message: expect.stringContaining('100 ms') })
    expect(attempts).toBe(1)
  })

  test('a quick read does not wait for slow ones, a slow one waits for its turn', async () => {
    const over = new AbortController()
    setMaxListeners(0, over.signal)
    const [begun, again] = [aGate(), aGate()]
    const gates = [begun, again]
    // It leaves the reader for quick reads to the next one, and keeps the only reader for slow reads.
    const held = reads.read((db) => announced(gates.shift() ?? again)(db), {
      maxMs: 60_000,
      caller,
      signal: over.signal,
    })
    await begun.opened
    await expect(reads.read(quick, { maxMs: 5_000, caller })).resolves.toEqual([{ number: 7 }])
    await again.opened
    const waiting = reads.read(slow, { maxMs: 200, caller: ['app_2', '198.51.100.0/24', '198.51.100.1'] })
    await expect(reads.read(quick, { maxMs: 5_000, caller })).resolves.toEqual([{ number: 7 }])
    over.abort()
    await expect(held).rejects.toMatchObject({ code: 'client-closed-request' })
    await expect(waiting).rejects.toMatchObject({ code: 'query-limit-exceeded' })
  })

  test('slow reads of a group leave the reader for quick reads to others, and one of two for slow reads', async () => {
    await reads.close()
    reads = open(2)
    const [gate, begun] = [aGate(), aGate()]
    const limits = { maxMs: 10_000, caller: ['owners', 'key_1'], isSlow: true }
    const held = reads.read(async (db) => {
      await quick(db)
      begun.open()
      await gate.opened
    }, limits)
    await begun.opened
    const order: string[] = []
    const next = reads.read(quick, limits).then(() => order.push('owner'))
    await reads.read(quick, { maxMs: 5_000, caller })
    // Slow: it leaves the quick reader.
    await reads.read(slow, { maxMs: 50, caller }).catch(() => {})
    order.push('visitor')
    gate.open()
    await Promise.all([held, next])
    expect(order).toEqual(['visitor', 'owner'])
  })

  test('work that ignores its stopped statement is not answered with half a result', async () => {
    const read = reads.read(
      async (db) => {
        await slow(db).catch(() => {})
        return 'half'
      },
      { maxMs: 50, caller },
    )
    await expect(read).rejects.toMatchObject({ code: 'query-limit-exceeded' })
  })

  test('nothing can be written, and what was written before is seen', async () => {
    await expect(
      reads.read((db) => sql`delete from schema_migrations`.execute(db), { maxMs: 5_000, caller }),
    ).rejects.toThrow()
    const count = (repositories: Pick<Store, 'dataRecords'>) =>
      repositories.dataRecords.countAll({ appId: 'a', mode: 'test', tableKey: 't', ownerId: null })
    expect(await store.expensiveRead(count, { maxMs: 5_000, caller })).toBe(0)
    await store.dataRecords.insert(
      { id: 'rec_1', appId: 'a', mode: 'test', tableKey: 't', memberId: null, values: {}, createdAt: 1, updatedAt: 1 },
      {},
    )
    expect(await store.expensiveRead(count, { maxMs: 5_000, caller })).toBe(1)
  })

  test('inside a transaction they are refused', async () => {
    const nested = store.transaction(() =>
      store.expensiveRead(async ({ dataRecords }) => dataRecords.find('x'), { maxMs: 1_000, caller }),
    )
    await expect(nested).rejects.toThrow('Inside a transaction')
  })

  test('closing ends what runs', async () => {
    const begun = aGate()
    const running = reads.read(announced(begun), { maxMs: 60_000, caller })
    const ended = expect(running).rejects.toMatchObject({ code: 'client-closed-request' })
    await begun.opened
    await reads.close()
    await ended
    reads = open(1)
  })
})
