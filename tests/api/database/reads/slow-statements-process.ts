/** A separate process: prints which of its reads ends first, the slow ones or the quick one that began after them. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { createExpensiveReads } from '../../../../api/database/expensive-reads'
import { openDatabase } from '../../../../api/database/open-database'
import { createSqliteReader } from '../../../../api/database/readers'
import type { Tables } from '../../../../api/database/tables'
import { aGate } from '../../../support/a-gate'

const [file = ''] = process.argv.slice(2)

/** With the quick one, as many as libsql's threads. */
const SLOW = 7

const quick = (db: Kysely<Tables>) => sql`select 1`.execute(db)

/** Takes many seconds unless interrupted. */
const slow = (db: Kysely<Tables>) =>
  sql`with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 2000000000)
    select count(*) as total from counted where n % 7 = 3`.execute(db)

async function compare(): Promise<string> {
  await openDatabase({ file })
  const reader = () => createSqliteReader({ file, insideTransaction: new AsyncLocalStorage<true>() })
  const readers = { quick: [reader()], slow: Array.from({ length: SLOW }, reader) }
  const reads = createExpensiveReads(readers, (db) => db)
  const visitor = { maxMs: 60_000, caller: ['app_1', '192.0.2.0/24', '192.0.2.1'] }
  await reads.read(quick, visitor)
  const all = aGate()
  let begun = 0
  const slowReads = Array.from({ length: SLOW }, (_, index) =>
    reads.read(
      async (db) => {
        await quick(db)
        begun += 1
        if (begun === SLOW) all.open()
        await all.opened
        await slow(db)
      },
      { maxMs: 5_000, caller: [`app_${index}`], isSlow: true },
    ),
  )
  await all.opened
  const ended = (name: string) => () => name
  return Promise.race([
    reads.read(quick, visitor).then(ended('quick')),
    ...slowReads.map((read) => read.then(ended('slow'), ended('slow'))),
  ])
}

compare().then(
  (first) => {
    process.stdout.write(first)
    process.exit(0)
  },
  (error: unknown) => {
    process.stderr.write(String(error))
    process.exit(1)
  },
)
