import * as fc from '../../../support/fast-check'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, openPostgres } from '../../../../api/database/open-database'
import type { DataTableDefinition } from '../../../../api/features/apps/definition'
import { ApiError } from '../../../../api/lib/errors'
import { QueryBudget } from '../../../../api/features/data-tables/query'
import { readQuery } from '../../../../api/features/data-tables/query-parser'
import type { ReadBudget } from '../../../../api/features/data-tables/query-types'
import { withRepositories } from '../../../support/repositories'
import type { Store } from '../../../support/repositories'
import { engines, isHere } from '../../../support/engines'
import { createTestDatabase } from '../../../support/postgres/test-database'
import { matches, naiveList } from './naive-query'
import type { NaiveList, NaiveRecord } from './naive-query'

const rules = { createRule: 'PUBLIC', readRule: 'PUBLIC', updateRule: 'PUBLIC', deleteRule: 'PUBLIC' } as const
const field = (key: string, type: 'TEXT' | 'NUMBER' | 'BOOLEAN') => ({
  key,
  name: key,
  type,
  required: false,
  defaultValue: null,
})

const notes: DataTableDefinition = {
  key: 'notes',
  name: 'Notes',
  ...rules,
  fields: [
    field('title', 'TEXT'),
    field('stars', 'NUMBER'),
    field('done', 'BOOLEAN'),
    { key: 'next', name: 'Next', type: 'REFERENCE', references: 'notes', through: '' },
    { key: 'before', name: 'Before', type: 'VIRTUAL_REFERENCE_LIST', references: 'notes', through: 'next' },
  ],
}
const app = { dataTables: [notes] }
const scope = { appId: 'app_1', mode: 'test', tableKey: 'notes', ownerId: null } as const

/** Letters on which collations and case folding differ, and texts that differ only beyond the index. */
const long = 'long '.repeat(50)
const texts = ['', 'a', 'A', 'ab', 'Abc', 'b', 'B%', '_b', 'é', 'É', 'z', '😀', '\uFFFD', `${long}x`, `${long}y`]

const COUNT = 60

/** Always the same records; a few have no values. */
const records: NaiveRecord[] = Array.from({ length: COUNT }, (_, index) => ({
  id: `rec_${String((index * 37) % COUNT).padStart(3, '0')}`,
  appId: 'app_1',
  mode: 'test' as const,
  tableKey: 'notes',
  memberId: null,
  createdAt: 1_000 + ((index * 11) % 7),
  updatedAt: 1,
  internalOrder: index + 1,
  values: {
    ...(index % 6 !== 0 && { title: texts[(index * 7) % texts.length] ?? '' }),
    ...(index % 5 !== 0 && { stars: (index * 3) % 8 }),
    ...(index % 4 !== 0 && { done: index % 2 }),
  },
  links: { next: index % 3 === 0 ? [] : [`rec_${String((index * 5) % COUNT).padStart(3, '0')}`] },
}))

async function fill(store: Store): Promise<void> {
  await store.transaction(async ({ dataRecords }) => {
    for (const { links: _links, internalOrder: _order, ...row } of records) await dataRecords.insert(row, {})
    // Records of another table, which must never be found.
    for (const { links: _links, internalOrder: _order, ...row } of records)
      await dataRecords.insert({ ...row, id: `other_${row.id}`, tableKey: 'others' }, {})
    for (const record of records)
      await dataRecords.connect(
        record,
        'next',
        (record.links['next'] ?? []).map((id) => ({ kind: 'record', id })),
      )
  })
}

const text = fc.constantFrom(...texts, 'long', 'zz')
const number = fc.integer({ min: -1, max: 8 })
const mode = fc.constantFrom({}, { mode: 'insensitive' })
const on = (name: string, value: fc.Arbitrary<unknown>, operators: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...operators), value, fc.array(fc.option(value, { freq: 4 }), { maxLength: 4 }), mode)
    .map(([operator, one, many, how]) => {
      const isList = operator === 'in' || operator === 'notIn'
      const folds = name === 'title' ? how : {}
      return { [name]: operator === 'plain' ? one : { [operator]: isList ? many : one, ...folds } }
    })
const ranges = ['plain', 'equals', 'not', 'in', 'notIn', 'lt', 'lte', 'gt', 'gte'] as const
const id = fc.constantFrom(...records.map((record) => record.id), 'rec_none')

const condition = fc.oneof(
  on('title', text, [...ranges, 'startsWith', 'endsWith', 'contains']),
  on('stars', number, ranges),
  on('done', fc.boolean(), ['plain', 'equals', 'not', 'in', 'notIn']),
  on('internalOrder', fc.integer({ min: 0, max: COUNT + 1 }), ranges),
  fc.constantFrom({ title: null }, { stars: null }, { next: null }),
  id.map((next) => ({ next })),
)
const { where } = fc.letrec<{ where: object }>((tie) => ({
  where: fc.oneof(
    { maxDepth: 3 },
    condition,
    fc.constant({}),
    fc.array(tie('where'), { maxLength: 3 }).map((AND) => ({ AND })),
    fc.array(tie('where'), { maxLength: 3 }).map((OR) => ({ OR })),
    fc.array(tie('where'), { maxLength: 2 }).map((NOT) => ({ NOT })),
    fc.tuple(condition, condition).map(([one, other]) => Object.assign({}, one, other)),
  ),
}))

const orderBy = fc.array(
  fc
    .tuple(
      fc.constantFrom('title', 'stars', 'done', 'createdAt', 'internalOrder'),
      fc.constantFrom<'asc' | 'desc'>('asc', 'desc'),
    )
    .map(([name, direction]): Record<string, 'asc' | 'desc'> => ({ [name]: direction })),
  { maxLength: 2 },
)
const place = fc.oneof(
  fc.constant({}),
  fc.integer({ min: 0, max: 30 }).map((skip) => ({ skip })),
  fc.integer({ min: 0, max: COUNT + 3 }).map((after) => ({ after })),
)
const list = fc
  .tuple(where, orderBy, fc.integer({ min: 1, max: 30 }), place)
  .map(([asked, order, take, from]): NaiveList => {
    const names = order.flatMap((one) => Object.keys(one))
    // A repeated field keeps only the first order.
    const orders = new Set(names).size === names.length ? order : order.slice(0, 1)
    return Object.assign({ where: { ...asked }, orderBy: orders, take }, from)
  })

/** So small that indexes find too much and records are read in order until it is used up. */
class SmallBudget implements ReadBudget {
  readsLeft: number
  constructor(reads: number) {
    this.readsLeft = reads
  }
  read(units: number): void {
    this.readsLeft -= units
  }
  refuse(): never {
    throw new ApiError('query-limit-exceeded')
  }
}

describe.each(engines)('the query language on %s', (engine) => {
  let folder: string
  let store: Store

  beforeAll(async () => {
    if (!isHere(engine)) return
    folder = mkdtempSync(join(tmpdir(), 'query-language-'))
    store = withRepositories(
      engine === 'SQLite'
        ? await openDatabase({ file: join(folder, 'membership.db') })
        : await openPostgres({ url: (await createTestDatabase()).url }),
    )
    await fill(store)
  })

  afterAll(async () => {
    if (!isHere(engine)) return
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const parse = (asked: NaiveList) => {
    const parsed = readQuery(app, notes, { findMany: { ...asked } })
    if (parsed.kind !== 'many') throw new Error('This is no list.')
    return parsed
  }
  const limits = { maxMs: 60_000, caller: ['app_1'] }

  test.skipIf(!isHere(engine))('finds, sorts, pages and counts what it says, by whichever index', async () => {
    const property = fc.asyncProperty(list, fc.constantFrom(150, 400, 20_000), async (asked, reads) => {
      const parsed = parse(asked)
      const found = store.expensiveRead(
        ({ dataRecords }) => dataRecords.search({ ...scope, ...parsed }, new SmallBudget(reads)),
        limits,
      )
      const ids = await found.catch((error: unknown) => {
        if (reads < 20_000 && error instanceof ApiError && error.code === 'query-limit-exceeded') return null
        throw error
      })
      if (ids) expect(ids).toEqual(naiveList(records, asked).map((record) => record.id))
      if (reads < 20_000) return
      const count = await store.expensiveRead(
        ({ dataRecords }) => dataRecords.count({ ...scope, where: parsed.where }, new QueryBudget()),
        limits,
      )
      expect(count).toBe(records.filter((record) => matches(record, asked.where ?? {})).length)
    })
    await fc.assert(property, { numRuns: 600 })
  })

  test.skipIf(!isHere(engine))('finds for each of many parents what it says', async () => {
    const relation = fc.constantFrom(
      { fieldKey: 'next', way: 'forth' } as const,
      { fieldKey: 'next', way: 'back' } as const,
    )
    const parents = fc.uniqueArray(id, { minLength: 1, maxLength: 20 })
    const property = fc.asyncProperty(list, relation, parents, async (asked, by, parentIds) => {
      const query = { ...scope, ...parse(asked), relation: by, parentIds }
      const [found, counts] = await store.expensiveRead(
        async ({ dataRecords }) => [
          await dataRecords.searchRelated(query, new QueryBudget()),
          await dataRecords.countRelated(query, new QueryBudget()),
        ],
        limits,
      )
      for (const parent of parentIds) {
        const children = records.filter((record) =>
          by.way === 'back'
            ? record.links['next']?.includes(parent)
            : records.find((one) => one.id === parent)?.links['next']?.includes(record.id),
        )
        const pages = naiveList(records, { ...asked, take: 10_000, skip: 0 }).filter((record) =>
          children.includes(record),
        )
        const skip = asked.skip ?? 0
        const page = pages.slice(skip, skip + (asked.take ?? 20))
        expect(found.get(parent) ?? []).toEqual(page.map((record) => record.id))
        expect(counts.get(parent) ?? 0).toBe(children.length)
      }
    })
    await fc.assert(property, { numRuns: 200 })
  })
})
