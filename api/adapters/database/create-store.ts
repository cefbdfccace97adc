import type { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Store } from '../../ports/store'
import { createRepositories } from './repositories'
import { createImageColumn } from './repositories/image-column'
import { retryConflicts } from './retry-conflicts'
import type { Tables } from './tables'

/**
 * The store over an open database of either engine.
 * @param filesUrl address under which stored files are served, with a slash at the end
 */
export function createStore(
  db: Kysely<Tables>,
  { filesUrl, insideTransaction }: { filesUrl: string; insideTransaction: AsyncLocalStorage<true> },
): Store {
  const image = createImageColumn(filesUrl)
  return {
    ...createRepositories(db, image),
    transaction: (work) =>
      retryConflicts(() =>
        db.transaction().execute((transaction) => {
          const repositories = createRepositories(transaction, image)
          return insideTransaction.run(true, () => work(repositories))
        }),
      ),
    ping: async () => {
      await sql`select 1`.execute(db)
    },
    close: () => db.destroy(),
  }
}
