import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import { createPurchaseRepository } from '../../../../api/adapters/database/repositories/purchase-repository'
import type { Tables } from '../../../../api/database/tables'

test('what nobody has read yet comes first on PostgreSQL, too, which sorts null last by itself', async () => {
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
  await createPurchaseRepository(db).listDue(2, 1, 10)
  expect(statements).toHaveLength(1)
  expect(statements[0]).toMatch(/ order by "purchases"\."lastReadAt" asc nulls first, /u)
})
