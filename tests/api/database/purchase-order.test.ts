import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import { createImageColumn } from '../../../api/database/db'
import type { Tables } from '../../../api/database/tables'
import { listDuePurchases } from '../../../api/features/payments/repository'

test('unread purchases come first on PostgreSQL too, which sorts null last by default', async () => {
  const statements: string[] = []
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (one) => new PostgresIntrospector(one),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql),
  })
  await listDuePurchases({ kysely: db, image: createImageColumn('/'), cacheClock: () => 0 }, 2, 1, 10)
  expect(statements).toHaveLength(1)
  expect(statements[0]).toMatch(/ order by "purchases"\."lastReadAt" asc nulls first, /u)
})
