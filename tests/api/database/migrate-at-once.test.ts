import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrations } from '../../../api/database/migrations'
import { openPostgres } from '../../../api/database/open-database'
import { openTables, requireUnused } from '../../../api/database/open-tables'
import { findMemberById } from '../../../api/features/members/repository'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { createTestDatabase } from '../../support/postgres/test-database'

const SERVERS = 4

// For SQLite, two-processes.test.ts uses real processes.
test.runIf(hasPostgres)('of servers that start at once one makes the schema, and all come up', async () => {
  const { url } = await createTestDatabase()
  const stores = await Promise.all(Array.from({ length: SERVERS }, () => openPostgres({ url })))
  const place = { dataDir: '', databaseUrl: url }
  const tables = openTables(place)
  const { rows } = await sql<{ number: number }>`select number from schema_migrations order by number`.execute(
    tables.db,
  )
  expect(rows.map(({ number }) => number)).toEqual(migrations.map(({ number }) => number))
  for (const store of stores) expect(await findMemberById(store, 'mem_nobody')).toBeNull()
  await expect(requireUnused(place)).rejects.toThrow('A server is using this database.')
  await Promise.all([tables.close(), ...stores.map((store) => store.close())])
})
