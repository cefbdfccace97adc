import { expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../../api/database/open-database'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { withRepositories } from '../../support/repositories'
import { createTestDatabase, queryOnce } from '../../support/postgres/test-database'

/** Closes connections as a restart of the database does. */
const endAll = (url: string) =>
  queryOnce(
    url,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )

test.runIf(hasPostgres)(
  'a connection that ends during a transaction fails only that transaction: the process continues',
  async () => {
    const { url } = await createTestDatabase()
    const store = withRepositories(await openPostgres({ url }))
    onTestFinished(() => store.close())
    const work = store.transaction(async ({ signingKeys }) => {
      await signingKeys.list()
      // No request runs while it ends, so none can fail.
      await endAll(url)
      await new Promise((resolve) => setImmediate(resolve))
      await signingKeys.list()
    })
    await expect(work).rejects.toMatchObject({ code: 'service-unavailable' })
    expect(await store.signingKeys.list()).toEqual([])
  },
)
