import { describe, expect, test } from 'vitest'
import { openLibrary } from './open-library'

type Query = Record<string, unknown>

/** Four books, in this order. */
const books = [
  { title: 'Emma', pages: 474, price: 9.5, published: '1815-12-23', inPrint: true },
  { title: 'Persuasion', pages: 249, price: 8, published: '1817-12-20', inPrint: true },
  { title: 'Sanditon', pages: 120, inPrint: false },
  { title: '100% “quoted”_', pages: 249, price: 20.25, inPrint: true },
]

const open = async () => {
  const library = await openEmpty()
  for (const book of books) await library.make('books', book)
  return library
}

const openEmpty = async () => {
  const library = await openLibrary()
  const ask = async (query: Query) => (await library.call('queryDataRecords', { table: 'books', query })).data
  const titles = async (findMany: Query): Promise<unknown[]> => {
    const data = await ask({ findMany })
    return 'records' in data ? data.records.map((record) => record.data.title) : []
  }
  return { ...library, ask, titles }
}

const conditions: [Query, string[]][] = [
  [{ title: 'Emma' }, ['Emma']],
  [{ title: 'emma' }, []],
  [{ title: { equals: 'emma', mode: 'insensitive' } }, ['Emma']],
  [{ title: { contains: 'SUA', mode: 'insensitive' } }, ['Persuasion']],
  [{ title: { contains: 'SUA' } }, []],
  [{ title: { search: 'SUA' } }, ['Persuasion']],
  [{ title: { startsWith: 'S' } }, ['Sanditon']],
  [{ title: { endsWith: 'on' } }, ['Persuasion', 'Sanditon']],
  [{ title: { contains: '%' } }, ['100% “quoted”_']],
  [{ title: { endsWith: '_' } }, ['100% “quoted”_']],
  [{ pages: { gt: 120, lt: 474 } }, ['Persuasion', '100% “quoted”_']],
  [{ pages: { gte: 249, lte: 249 } }, ['Persuasion', '100% “quoted”_']],
  [{ pages: { in: [120, 474] } }, ['Emma', 'Sanditon']],
  [{ pages: { notIn: [249] } }, ['Emma', 'Sanditon']],
  [{ price: null }, ['Sanditon']],
  [{ price: { not: null } }, ['Emma', 'Persuasion', '100% “quoted”_']],
  [{ price: { not: { gt: 8.5 } } }, ['Persuasion', 'Sanditon']],
  [{ inPrint: false }, ['Sanditon']],
  [{ published: { lt: '1816-01-01' } }, ['Emma']],
  [{ published: new Date('1817-12-20').toISOString() }, ['Persuasion']],
  [{ internalOrder: { lte: 2 } }, ['Emma', 'Persuasion']],
  [{ createdAt: { lt: '2026-11-21T09:00:15Z' } }, ['Emma']],
  [{ OR: [{ title: 'Emma' }, { pages: 120 }] }, ['Emma', 'Sanditon']],
  [{ AND: [{ pages: 249 }, { price: 8 }] }, ['Persuasion']],
  [{ NOT: { inPrint: true } }, ['Sanditon']],
  [{ NOT: [{ title: 'Emma' }, { pages: 249 }] }, ['Sanditon']],
  [{ pages: 249, OR: [{ price: 8 }, { title: 'Emma' }] }, ['Persuasion']],
  [{}, ['Emma', 'Persuasion', 'Sanditon', '100% “quoted”_']],
  [{ OR: [] }, []],
]

test('text is sorted and compared by its bytes, and folded within ASCII, in every database alike', async () => {
  const { make, titles } = await openEmpty()
  const made = ['éclair', 'Zebra', 'apple', 'Éclair', 'Banana', 'a-b', 'ab']
  for (const title of made) await make('books', { title })
  const sorted = ['Banana', 'Zebra', 'a-b', 'ab', 'apple', 'Éclair', 'éclair']
  expect(await titles({ orderBy: { title: 'asc' } })).toEqual(sorted)
  expect(await titles({ orderBy: { title: 'desc' } })).toEqual(sorted.toReversed())
  expect(await titles({ where: { title: { gt: 'Zebra', lt: 'apple' } } })).toEqual(['a-b', 'ab'])
  expect(await titles({ where: { title: { equals: 'ÉCLAIR', mode: 'insensitive' } } })).toEqual(['Éclair'])
})

test('conditions find the matching records', async () => {
  const { titles } = await open()
  for (const [where, found] of conditions) expect(await titles({ where }), JSON.stringify(where)).toEqual(found)
})

describe('pages', () => {
  test('follow one another in any order, also among equals and where values are missing', async () => {
    const { ask } = await open()
    for (const orderBy of [
      {},
      { price: 'desc' },
      { price: 'ASC' },
      [{ pages: 'asc' }, { title: 'desc' }],
      { createdAt: 'DESC' },
    ]) {
      const all = await ask({ findMany: { orderBy } })
      const seen: unknown[] = []
      let after: number | null = null
      for (let page = 0; page < 5; page += 1) {
        const data = await ask({ findMany: { orderBy, take: 1, ...(after !== null && { after: String(after) }) } })
        if (!('records' in data)) throw new Error('no list')
        seen.push(...data.records)
        after = data.pagination.endCursor
        expect(data.pagination.hasMore).toBe(seen.length < books.length)
        if (!data.pagination.hasMore) break
      }
      expect(seen).toEqual('records' in all && all.records)
    }
  })

  test('put what has no value last, up and down', async () => {
    const { titles } = await open()
    expect(await titles({ orderBy: { price: 'asc' } })).toEqual(['Persuasion', 'Emma', '100% “quoted”_', 'Sanditon'])
    expect(await titles({ orderBy: { price: 'desc' } })).toEqual(['100% “quoted”_', 'Emma', 'Persuasion', 'Sanditon'])
  })

  test('go on where a record was that is gone', async () => {
    const { ask, call, titles } = await open()
    const first = await ask({ findMany: { take: 2 } })
    if (!('records' in first)) throw new Error('no list')
    await call('deleteDataRecord', { recordId: first.records[1]!.id })
    expect(await titles({ after: first.pagination.endCursor })).toEqual(['Sanditon', '100% “quoted”_'])
  })

  test('can be skipped, and counted with and without records', async () => {
    const { ask, titles } = await open()
    expect(await titles({ skip: 3 })).toEqual(['100% “quoted”_'])
    expect(await ask({ findMany: { _count: true } })).toEqual({ _count: 4 })
    expect(await ask({ findMany: { where: { pages: 249 }, _count: true } })).toEqual({ _count: 2 })
    expect(await ask({ findMany: { where: { pages: 249 }, take: 1, _count: true } })).toMatchObject({
      records: [{ data: { title: 'Persuasion' } }],
      _count: 2,
    })
  })

  test('hold only the fields that were selected', async () => {
    const { ask } = await open()
    const data = await ask({ findMany: { select: { title: true, pages: false }, take: 1 } })
    expect(data).toMatchObject({ records: [{ data: { title: 'Emma' } }] })
    expect('records' in data && data.records[0]?.data).toEqual({ title: 'Emma' })
  })
})

test('a findMany within findMany, as old examples have it, is read as one', async () => {
  const { titles } = await open()
  expect(await titles({ findMany: { take: 1 } })).toEqual(['Emma'])
})

test('a record that is not there is null', async () => {
  const { ask } = await open()
  expect(await ask({ findUnique: { where: { id: 'nothing' } } })).toEqual({ record: null })
})

const refused: [Query, string][] = [
  [{}, 'either findMany or findUnique'],
  [{ findMany: {}, findUnique: {} }, 'either findMany or findUnique'],
  [{ findMany: [] }, 'findMany must be an object'],
  [{ findMany: { limit: 3 } }, 'findMany has an unknown key "limit"'],
  [{ findMany: { take: 0 } }, 'take must be a whole number from 1 to 100'],
  [{ findMany: { take: 101 } }, 'take must be a whole number from 1 to 100'],
  [{ findMany: { skip: 10_001 } }, 'skip must be a whole number from 0 to 10000'],
  [{ findMany: { skip: 1, after: 2 } }, 'either after or skip'],
  [{ findMany: { include: {}, select: {} } }, 'either include or select'],
  [{ findMany: { include: { tags: true } } }, '"tags" works only with findUnique'],
  [{ findMany: { include: { title: true } } }, 'no relation "title"'],
  [{ findMany: { select: { nothing: true } } }, 'no field "nothing"'],
  [{ findMany: { orderBy: { pages: 'up' } } }, 'orderBy must have asc or desc for "pages"'],
  [{ findMany: { orderBy: { author: 'asc' } } }, '"author" is a relation'],
  [{ findMany: { where: { nothing: 1 } } }, 'no field "nothing"'],
  [{ findMany: { where: { pages: { near: 1 } } } }, '"pages" cannot be compared with "near"'],
  [{ findMany: { where: { pages: { contains: 1 } } } }, '"pages" cannot be compared with "contains"'],
  [{ findMany: { where: { author: { gt: 'a' } } } }, '"author" cannot be compared with "gt"'],
  [{ findMany: { where: { title: { in: 'Emma' } } } }, 'in must be a list'],
  [{ findMany: { where: { title: { contains: 'a', mode: 'loud' } } } }, 'mode must be "insensitive" or "default"'],
  [{ findMany: { where: [] } }, 'where must be an object'],
  [{ findUnique: { where: { title: 'Emma' } } }, 'findUnique must have where: { id }'],
  [{ findMany: { where: { __proto__: null, constructor: 1 } } }, 'no field "constructor"'],
]

test('a query that is wrong is refused with words', async () => {
  const { ask } = await open()
  for (const [query, words] of refused)
    await expect(ask(query), words).rejects.toMatchObject({
      code: 'invalid-field-value',
      message: expect.stringContaining(words),
    })
})

test('a query that asks too much is refused', async () => {
  const { ask } = await open()
  const many = { findMany: { where: { OR: Array.from({ length: 60 }, () => ({ pages: 1 })) } } }
  await expect(ask(many)).rejects.toMatchObject({ code: 'field-limit-exceeded' })
  const values = { findMany: { where: { pages: { in: Array.from({ length: 101 }, () => 1) } } } }
  await expect(ask(values)).rejects.toMatchObject({ code: 'field-limit-exceeded' })
  const deep = { author: { include: { books: { include: { author: { include: { books: true } } } } } } }
  await expect(ask({ findMany: { include: deep } })).rejects.toMatchObject({
    message: expect.stringContaining('at most 3 relations deep'),
  })
})

describe('a text with an accent', () => {
  const composed = 'Brontë, Émilie'
  const decomposed = composed.normalize('NFD')

  test.each([composed, decomposed])('is stored as NFC, and found in either form (%j)', async (title) => {
    const library = await openEmpty()
    expect((await library.make('books', { title })).data.title).toBe(composed)
    for (const typed of [composed, decomposed]) {
      const [start = '', end = ''] = typed.split(', ')
      const queries: Query[] = [
        { title: typed },
        { title: { in: [typed, 'Emma'] } },
        { title: { contains: start } },
        { title: { startsWith: start } },
        { title: { endsWith: end } },
        { title: { search: start.toLowerCase() } },
        { title: { equals: typed, mode: 'insensitive' } },
      ]
      for (const where of queries) expect([where, await library.titles({ where })]).toEqual([where, [composed]])
      expect(await library.titles({ where: { title: { not: typed } } })).toEqual([])
      expect(await library.titles({ where: { title: { notIn: [typed] } } })).toEqual([])
      expect(await library.titles({ where: { title: { not: { contains: start } } } })).toEqual([])
    }
  })

  test('of a record from before is still found as it was typed', async () => {
    const library = await openEmpty()
    await library.make('books', { title: composed })
    await library.store.kysely
      .updateTable('dataRecordValues')
      .set({ textValue: decomposed })
      .where('fieldKey', '=', 'title')
      .execute()
    for (const title of [decomposed, { contains: decomposed }, { in: [decomposed] }])
      expect(await library.titles({ where: { title } })).toHaveLength(1)
  })

  test('is unique in either form', async () => {
    const library = await openEmpty()
    await library.make('books', { title: 'A', isbn: composed })
    await expect(library.make('books', { title: 'B', isbn: decomposed })).rejects.toMatchObject({ status: 409 })
  })
})
