import { setImmediate as nextTurn } from 'node:timers/promises'
import Database from 'libsql'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, openPostgres } from '../../../../api/database/open-database'
import type { AppDefinition, DataTableDefinition } from '../../../../api/features/apps/definition'
import { queryRecords } from '../../../../api/features/data-tables/query'
import { deleteRecord } from '../../../../api/features/data-tables/write'
import { onStatement } from '../../../support/on-statement'
import { withRepositories } from '../../../support/repositories'
import type { Store } from '../../../support/repositories'
import { demoApp } from '../../../fuzz/demo-app'
import { engines, isHere } from '../../../support/engines'
import { createTestDatabase, queryOnce } from '../../../support/postgres/test-database'

const rules = { createRule: 'PUBLIC', readRule: 'PUBLIC', updateRule: 'PUBLIC', deleteRule: 'PUBLIC' } as const
const text = (key: string) => ({ key, name: key, type: 'TEXT', required: false, defaultValue: null }) as const
const tables: DataTableDefinition[] = [
  {
    key: 'bookmarks',
    name: 'Bookmarks',
    ...rules,
    fields: [
      text('title'),
      { ...text('secret'), filterable: false },
      { key: 'topic', name: 'Topic', type: 'REFERENCE', references: 'topics', through: '' },
    ],
  },
  {
    key: 'topics',
    name: 'Topics',
    ...rules,
    fields: [
      text('name'),
      {
        key: 'bookmarks',
        name: 'Bookmarks',
        type: 'VIRTUAL_REFERENCE_LIST',
        references: 'bookmarks',
        through: 'topic',
      },
    ],
  },
]
const app: AppDefinition = { ...demoApp, id: 'app_1', dataTables: tables }
const request = { app, mode: 'test', caller: { kind: 'page', member: null } } as const

const BOOKMARKS = 11_000

const bookmarks = `with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${BOOKMARKS - 1})`
const scope = `'app_1', 'test', 'bookmarks'`
/** Nearly all bookmarks are in the first topic, 150 in the second, none in the third; the last 300 have long texts. */
const filling = [
  `insert into data_records (id, app_id, mode, table_key, created_at, updated_at, internal_order)
    values ('topic_0', 'app_1', 'test', 'topics', 1, 1, 1), ('topic_1', 'app_1', 'test', 'topics', 1, 1, 2),
      ('topic_2', 'app_1', 'test', 'topics', 1, 1, 3)`,
  `insert into data_records (id, app_id, mode, table_key, created_at, updated_at, internal_order)
    ${bookmarks} select 'mark_' || n, ${scope}, 1, 1, n + 1 from numbers`,
  `insert into data_record_values (record_id, app_id, mode, table_key, internal_order, field_key, text_value)
    ${bookmarks} select 'mark_' || n, ${scope}, n + 1, 'title', 'Title ' || n from numbers`,
  `insert into data_record_values (record_id, app_id, mode, table_key, internal_order, field_key, text_value)
    ${bookmarks} select 'mark_' || n, ${scope}, n + 1, 'secret', replace('${'.'.repeat(100)}', '.', '${'s'.repeat(100)}')
    from numbers where n >= ${BOOKMARKS - 300}`,
  `insert into data_record_links (record_id, field_key, target_record_id, position, table_key, record_order)
    ${bookmarks} select 'mark_' || n, 'topic', case when n < 150 then 'topic_1' else 'topic_0' end, 1, 'bookmarks', n + 1
    from numbers`,
  // PostgreSQL does this by itself after a while.
  'analyze',
]

describe.each(engines)('limits of queries on %s', (engine) => {
  let folder: string
  let store: Store
  let counted: Store
  let statements = 0

  beforeAll(async () => {
    if (!isHere(engine)) return
    folder = mkdtempSync(join(tmpdir(), 'query-limits-'))
    const file = join(folder, 'membership.db')
    const url = engine === 'SQLite' ? '' : (await createTestDatabase()).url
    store = withRepositories(engine === 'SQLite' ? await openDatabase({ file }) : await openPostgres({ url }))
    counted = onStatement(store, () => (statements += 1))
    const database = new Database(file)
    for (const statement of filling)
      if (engine === 'SQLite') database.exec(statement)
      else await queryOnce(url, statement)
    database.close()
  })

  afterAll(async () => {
    if (!isHere(engine)) return
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const query = (table: string, findMany: Record<string, unknown>, signal?: AbortSignal) =>
    queryRecords(
      { store: counted },
      request,
      tables.find(({ key }) => key === table)!,
      {
        query: { findMany },
        caller: {
          caller: ['app_1', '192.0.2.1'],
          signal,
          maxMs: 60_000,
          // A read that begins again would be counted twice.
          isSlow: true,
        },
      },
    )
  const exceeded = (message: string) => ({
    code: 'query-limit-exceeded',
    status: 400,
    message: expect.stringContaining(message),
  })
  const titleIsNot = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ title: { contains: `q${index}` } }))

  test.skipIf(!isHere(engine))('a query that reads too much is refused; one with an index is not', async () => {
    await expect(query('bookmarks', { where: { OR: titleIsNot(49) } })).rejects.toMatchObject(
      exceeded('reads more than 20,000 records and fields'),
    )
    await expect(query('bookmarks', { where: { title: { contains: 'nowhere' } } })).rejects.toMatchObject(
      exceeded('reads more than'),
    )
    await expect(query('bookmarks', { orderBy: [{ title: 'asc' }, { createdAt: 'desc' }] })).rejects.toMatchObject(
      exceeded('reads more than'),
    )
    await expect(query('bookmarks', { where: { NOT: { title: 'x' } }, _count: true })).rejects.toMatchObject(
      exceeded('reads more than'),
    )
    expect(await query('bookmarks', { where: { title: 'Title 10999' } })).toMatchObject({
      records: [{ id: 'mark_10999' }],
    })
    expect(await query('bookmarks', { orderBy: { title: 'desc' }, take: 1 })).toMatchObject({
      records: [{ data: { title: 'Title 9999' } }],
    })
    expect(await query('bookmarks', { where: { title: { contains: '7' } }, take: 1 })).toMatchObject({
      records: [{ id: 'mark_7' }],
    })
    expect(await query('bookmarks', { _count: true })).toEqual({ _count: BOOKMARKS })
    const within = { title: { startsWith: 'Title 1099', contains: '9' } }
    expect(
      await query('bookmarks', { where: within, orderBy: [{ title: 'asc' }, { createdAt: 'desc' }] }),
    ).toMatchObject({ records: Array.from({ length: 11 }, () => ({ tableKey: 'bookmarks' })) })
  })

  test.skipIf(!isHere(engine))('records and bytes are counted over all levels', async () => {
    const deep = { topic: { include: { bookmarks: { take: 100, include: { topic: true } } } } }
    await expect(query('bookmarks', { take: 100, include: deep })).rejects.toMatchObject(
      exceeded('returns more than 2,000 records'),
    )
    const long = { internalOrder: { gt: BOOKMARKS - 100 } }
    expect(JSON.stringify(await query('bookmarks', { take: 99, where: long })).length).toBeGreaterThan(900_000)
    const twice = { topic: { include: { bookmarks: { take: 100, after: BOOKMARKS - 100 } } } }
    await expect(query('bookmarks', { take: 2, where: long, include: twice })).rejects.toMatchObject(
      exceeded('returns more than 2,000,000 bytes'),
    )
    const sorted = { topic: { include: { bookmarks: { orderBy: { title: 'asc' } } } } }
    await expect(query('bookmarks', { take: 1, where: long, include: sorted })).rejects.toMatchObject(
      exceeded('reads more than'),
    )
  })

  test.skipIf(!isHere(engine))('relations take as many statements for a hundred records as for one', async () => {
    const include = { topic: { include: { bookmarks: { take: 5 }, _count: true } } }
    const count = async (take: number): Promise<number> => {
      const before = statements
      await query('bookmarks', { take, include })
      return statements - before
    }
    const one = await count(1)
    expect(await count(100)).toBe(one)
    expect(one).toBeLessThan(25)
  })

  test.skipIf(!isHere(engine))('each parent has its own page', async () => {
    const include = { bookmarks: { take: 2, skip: 1 }, _count: { select: { bookmarks: true } } }
    const page = (ids: string[]) => ({ records: ids.map((id) => ({ id })) })
    expect(await query('topics', { include })).toMatchObject({
      records: [
        { id: 'topic_0', data: { bookmarks: page(['mark_151', 'mark_152']) }, _count: { bookmarks: BOOKMARKS - 150 } },
        { id: 'topic_1', data: { bookmarks: page(['mark_1', 'mark_2']) }, _count: { bookmarks: 150 } },
        { id: 'topic_2', data: { bookmarks: page([]) }, _count: { bookmarks: 0 } },
      ],
    })
    const last = { bookmarks: { take: 1, orderBy: { internalOrder: 'desc' }, where: { title: { contains: '4' } } } }
    expect(await query('topics', { where: { id: 'topic_1' }, include: last })).toMatchObject({
      records: [{ data: { bookmarks: page(['mark_149']) } }],
    })
  })

  test.skipIf(!isHere(engine))('what a query is made of is limited, and said', async () => {
    const refused = (message: string) => ({ status: 400, message: expect.stringContaining(message) })
    const nested = (levels: number): object =>
      levels === 0 ? { title: 'x' } : { NOT: { OR: [{}, nested(levels - 1)] } }
    expect(await query('topics', { where: { name: { not: { notIn: ['x', null] } } } })).toMatchObject({
      records: [{ id: 'topic_0' }, { id: 'topic_1' }, { id: 'topic_2' }],
    })
    expect(await query('bookmarks', { where: { title: 'Title 7', ...nested(5) } })).toMatchObject({ records: [] })
    await expect(query('bookmarks', { where: nested(6) })).rejects.toMatchObject(refused('10 levels deep'))
    let operators: unknown = 'x'
    for (let level = 0; level < 1_000; level += 1) operators = { not: operators }
    await expect(query('bookmarks', { where: { title: operators } })).rejects.toMatchObject(refused('10 levels deep'))
    const empty = Array.from({ length: 51 }, () => ({}))
    await expect(query('bookmarks', { where: { AND: empty } })).rejects.toMatchObject(refused('50 conditions'))
    const include = { topic: { where: { OR: titleIsNot(30).map(({ title }) => ({ name: title })) } } }
    await expect(query('bookmarks', { where: { OR: titleIsNot(30) }, include })).rejects.toMatchObject(
      refused('50 conditions'),
    )
    const orderBy = Array.from({ length: 6 }, () => ({ title: 'asc' }))
    await expect(query('bookmarks', { orderBy })).rejects.toMatchObject(refused('at most 5 fields'))
    await expect(query('bookmarks', { where: { secret: 's' } })).rejects.toMatchObject(refused('not filterable'))
    await expect(query('bookmarks', { orderBy: { secret: 'asc' } })).rejects.toMatchObject(refused('not filterable'))
    expect(await query('bookmarks', { select: { secret: true }, take: 1 })).toMatchObject({
      records: [{ data: { secret: null } }],
    })
  })

  test.skipIf(!isHere(engine))('a caller that is gone has no answer made', async () => {
    const gone = new AbortController()
    const before = statements
    const asked = query('bookmarks', { where: { title: { contains: 'nowhere' } } }, gone.signal)
    gone.abort()
    await expect(asked).rejects.toMatchObject({ code: 'client-closed-request' })
    expect(statements - before).toBeLessThan(3)
  })

  test.skipIf(!isHere(engine))('a record to which thousands lead is deleted step by step, and they stay', async () => {
    let turns = 0
    const state = { isDone: false }
    const others = async () => {
      for (; !state.isDone; turns += 1) await nextTurn()
    }
    const running = others()
    await deleteRecord({ store }, request, 'topic_0')
    state.isDone = true
    await running
    expect(await query('topics', { where: { id: 'topic_0' } })).toMatchObject({ records: [] })
    expect(await query('bookmarks', { _count: true })).toEqual({ _count: BOOKMARKS })
    expect(await query('bookmarks', { take: 1, where: { topic: null } })).toMatchObject({
      records: [{ id: 'mark_150' }],
    })
    expect(turns).toBeGreaterThan(3)
  })
})
