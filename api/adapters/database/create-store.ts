import type { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Store } from '../../ports/store'
import { knownSchema, newestApplied } from './migrate'
import { readQueues } from './read-queues'
import { createRepositories } from './repositories'
import { createImageColumn } from './repositories/image-column'
import { retryConflicts } from './retry-conflicts'
import type { Tables } from './tables'

export interface CreateStoreOptions {
  /** Address under which stored files are served, with a slash at the end. */
  filesUrl: string
  insideTransaction: AsyncLocalStorage<true>
  /** The same database; no transaction runs beside one of these. Needed where an engine gives transactions up. */
  alone?: Kysely<Tables>
  /** Gives the connections back. */
  close: () => Promise<void>
}

/** The store over an open database of either engine. */
export function createStore(db: Kysely<Tables>, options: CreateStoreOptions): Store {
  const { filesUrl, insideTransaction, alone = db, close } = options
  const image = createImageColumn(filesUrl)
  return {
    ...createRepositories(db, image),
    transaction: (work) =>
      retryConflicts((isAlone) =>
        (isAlone ? alone : db).transaction().execute((transaction) => {
          const repositories = createRepositories(transaction, image)
          return insideTransaction.run(true, () => work(repositories))
        }),
      ),
    ping: async () => {
      await sql`select 1`.execute(db)
    },
    isMigrated: async () => (await newestApplied(db)) >= knownSchema(),
    queueStates: () => readQueues(db),
    close,
  }
}
