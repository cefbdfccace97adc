import { expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../../api/database/open-postgres'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { createTestDatabase, queryOnce } from '../../support/postgres/test-database'

/** As a restart of the database does to every connection. */
const endAll = (url: string) =>
  queryOnce(
    url,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )

test.runIf(hasPostgres)(
  'a connection that ends in the middle of a transaction fails that transaction alone: the process goes on',
  async () => {
    const { url } = await createTestDatabase()
    const store = await openPostgres({ url })
    onTestFinished(() => store.close())
    const work = store.transaction(async ({ signingKeys }) => {
      await signingKeys.list()
      // Nothing is asked while it ends: nobody waits for an answer that could be an error.
      await endAll(url)
      await new Promise((resolve) => setImmediate(resolve))
      await signingKeys.list()
    })
    await expect(work).rejects.toMatchObject({ code: 'service-unavailable' })
    expect(await store.signingKeys.list()).toEqual([])
  },
)
