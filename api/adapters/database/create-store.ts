import type { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Line, Store } from '../../ports/store'
import type { PrepareLookUp } from './look-up'
import { knownSchema, newestApplied } from './migrate'
import { readQueues } from './read-queues'
import { createExpensiveReads } from './reads/expensive-reads'
import type { Reader } from './reads/expensive-reads'
import { createRepositories } from './repositories'
import { createImageColumn } from './repositories/image-column'
import { retryConflicts } from './retry-conflicts'
import type { Tables } from './tables'

export interface CreateStoreOptions {
  /** Address under which stored files are served, with a slash at the end. */
  filesUrl: string
  insideTransaction: AsyncLocalStorage<true>
  /**
   * The same database, where an engine gives transactions up: beside one of `alone` no other runs, and those of a line go one
   * after the other. One that runs at a time needs neither.
   */
  ordered?: { alone: Kysely<Tables>; lines: Record<Line, Kysely<Tables>> }
  /** Where the engine has a shorter way for reads that every request makes. */
  prepareLookUp?: PrepareLookUp
  /** Connections of the same database for expensive reads. */
  readers: readonly Reader[]
  /** Gives the connections back; those of the readers are closed before. */
  close: () => Promise<void>
}

/** The store over an open database of either engine. */
export function createStore(db: Kysely<Tables>, options: CreateStoreOptions): Store {
  const { filesUrl, insideTransaction, ordered, prepareLookUp, readers } = options
  const image = createImageColumn(filesUrl)
  const reads = createExpensiveReads(readers, (reader) => createRepositories(reader, image))
  const begin = (isAlone: boolean, line: Line | undefined): Kysely<Tables> => {
    if (!ordered) return db
    if (isAlone) return ordered.alone
    return line === undefined ? db : ordered.lines[line]
  }
  return {
    ...createRepositories(db, image, prepareLookUp),
    transaction: (work, line) =>
      retryConflicts((isAlone) =>
        begin(isAlone, line)
          .transaction()
          .execute((transaction) => {
            const repositories = createRepositories(transaction, image)
            return insideTransaction.run(true, () => work(repositories))
          }),
      ),
    ping: async () => {
      await sql`select 1`.execute(db)
    },
    isMigrated: async () => (await newestApplied(db)) >= knownSchema(),
    queueStates: () => readQueues(db),
    expensiveRead: reads.read,
    close: async () => {
      await reads.close()
      await options.close()
    },
  }
}
