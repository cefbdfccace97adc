import type { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { PrepareLookup } from './lookup'
import { knownSchema, newestApplied } from './migrate'
import { readQueues } from '../adapters/database/read-queues'
import { createExpensiveReads } from './expensive-reads'
import type { ExpensiveRead, Reader } from './expensive-reads'
import { createRepositories } from '../adapters/database/repositories'
import { retryConflicts } from './transaction'
import type { QueueState } from '../ports/metrics'
import type { Repositories, Store } from '../ports/store'
import type { Tables } from './tables'

/**
 * What a repository reads and writes with: the pool of connections, one transaction, or the connection of an expensive read.
 * Times in rows are epoch milliseconds.
 */
export interface Db {
  /** Only `database/` and repositories use it. */
  readonly kysely: Kysely<Tables>
  readonly image: ImageColumn
  /** Where the engine has a shorter way for reads of every request; absent in a transaction, which such a read would miss. */
  readonly prepareLookup?: PrepareLookup | undefined
}

// Not exported: nothing but `transaction` can make a `Tx`.
const inTransaction = Symbol('in transaction')

/** One transaction. A function that asks for it writes several rows that belong together, or rows that webhooks watch. */
export interface Tx extends Db {
  readonly [inTransaction]: true
  readonly changes: ChangeTracker
}

/** Told of what a transaction is about to change, before it does, so that webhooks can compare. */
export interface ChangeTracker {
  /** Before the row or a plan connection of a member is added, changed or deleted. */
  touchMember(id: string): Promise<void>
  /** Before a member is deleted, and with them their seats and teams. */
  touchMemberAndTeams(id: string): Promise<void>
  /** Before a plan connection is changed or deleted: of its member, and of the team that shares it. */
  touchConnection(id: string): Promise<void>
  /** Before a team is deleted or somebody joins or leaves it. */
  touchTeam(id: string): Promise<void>
  /** After a delivery was written by hand, so that it leaves at once. */
  deliveryQueued(): void
}

/** Where transactions wait for each other from the beginning, because all of them would meet at one number. */
export type TransactionQueue = 'members' | 'uploads'

/** An open database of either engine. */
export interface Database extends Db {
  /**
   * Runs `work` in one transaction and rolls everything back if it throws. An engine may run `work` several times.
   * @param queue what it adds to, where transactions that add to the same wait for each other
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, queue?: TransactionQueue): Promise<T>
  /** For reads whose cost a caller or the size of the database decides: the server's thread and connections stay free. */
  expensiveRead: ExpensiveRead<Db>
  /** A trivial query; rejects when the database cannot answer. */
  ping(): Promise<void>
  /** Whether the schema is the one that this program was written for, or a later one. */
  isMigrated(): Promise<boolean>
  /** How much of each queue waits. */
  queueStates(): Promise<QueueState[]>
  close(): Promise<void>
}

/** How the URL of a profile image is stored: see `createImageColumn`. */
export interface ImageColumn {
  /** URL → what the column holds. */
  toColumn(url: string): string
  /** What the column holds → URL. */
  toAddress(column: string): string
}

export interface CreateStoreOptions {
  /** URL under which stored files are served, with a slash at the end. */
  filesUrl: string
  insideTransaction: AsyncLocalStorage<true>
  /**
   * The same database, where an engine gives transactions up: beside one of `alone` no other runs, and those of a queue go
   * one after the other. One that runs at a time needs neither.
   */
  ordered?: { alone: Kysely<Tables>; queues: Record<TransactionQueue, Kysely<Tables>> }
  prepareLookup?: PrepareLookup
  /** Connections of the same database for expensive reads. */
  readers: readonly Reader[]
  /** Gives the connections back; those of the readers are closed before. */
  close: () => Promise<void>
}

/** The database of either engine, with the repositories that are no functions over `Db` yet. */
export function createStore(kysely: Kysely<Tables>, options: CreateStoreOptions): Store {
  const { filesUrl, insideTransaction, ordered, prepareLookup, readers } = options
  const image = createImageColumn(filesUrl)
  const over = (connection: Kysely<Tables>): Db & Repositories => ({
    kysely: connection,
    image,
    ...createRepositories(connection, image),
  })
  const reads = createExpensiveReads(readers, over)
  const begin = (isAlone: boolean, queue: TransactionQueue | undefined): Kysely<Tables> => {
    if (!ordered) return kysely
    if (isAlone) return ordered.alone
    return queue === undefined ? kysely : ordered.queues[queue]
  }
  return {
    kysely,
    image,
    prepareLookup,
    ...createRepositories(kysely, image, prepareLookup),
    transaction: (work, queue) =>
      retryConflicts((isAlone) =>
        begin(isAlone, queue)
          .transaction()
          .execute((transaction) => {
            const tx: Tx & Repositories = { ...over(transaction), [inTransaction]: true, changes: untracked }
            return insideTransaction.run(true, () => work(tx))
          }),
      ),
    ping: async () => {
      await sql`select 1`.execute(kysely)
    },
    isMigrated: async () => (await newestApplied(kysely)) >= knownSchema(),
    queueStates: () => readQueues(kysely),
    expensiveRead: reads.read,
    close: async () => {
      await reads.close()
      await options.close()
    },
  }
}

const untracked: ChangeTracker = {
  touchMember: async () => {},
  touchMemberAndTeams: async () => {},
  touchConnection: async () => {},
  touchTeam: async () => {},
  deliveryQueued: () => {},
}

/**
 * A file of ours is stored by its name alone, so that its URL follows when PUBLIC_API_URL changes; an image that lives
 * elsewhere is stored by its whole URL.
 * @param filesUrl where our files are served, with a slash at the end
 */
export function createImageColumn(filesUrl: string): ImageColumn {
  return {
    toColumn: (url) => (url.startsWith(filesUrl) ? url.slice(filesUrl.length) : url),
    toAddress: (column) => (column.includes('/') ? column : filesUrl + column),
  }
}
