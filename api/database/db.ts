import type { AsyncLocalStorage } from 'node:async_hooks'
import { type Kysely, sql } from 'kysely'
import type { PrepareLookup } from './lookup'
import { knownSchema, newestApplied } from './migrate'
import { type QueueState, readQueues, retryConflicts } from './transaction'
import { createExpensiveReads, type ExpensiveRead, type Readers } from './expensive-reads'
import type { MemberEvent } from '../../contract/webhooks'
import type { Tables } from './tables'

/**
 * A repository's access to the database: the pool, one transaction, or an expensive read's connection. Times in rows are epoch
 * milliseconds.
 */
export interface Db {
  /** For `database/` and repositories only. */
  readonly kysely: Kysely<Tables>
  readonly image: ImageColumn
  /** Milliseconds; the clock of caches over this database. */
  readonly cacheClock: () => number
  /** Fast path for reads of every request. Absent in a transaction, whose changes it would not see. */
  readonly prepareLookup?: PrepareLookup | undefined
}

// Not exported, so only `transaction` can create a `Tx`.
const inTransaction = Symbol('in transaction')

/** A transaction. Functions that require one write several related rows, or rows that webhooks watch. */
export interface Tx extends Db {
  readonly [inTransaction]: true
  readonly changes: ChangeTracker
}

/** Called before a transaction changes rows, so that webhooks can compare. */
export interface ChangeTracker {
  /** Before a change of the member's row or plan connections. */
  touchMember(id: string): Promise<void>
  /** Before a member is deleted together with their seats and teams. */
  touchMemberAndTeams(id: string): Promise<void>
  /** Before a plan connection changes: marks its member and the team that shares it. */
  touchConnection(id: string): Promise<void>
  /** Before a team is deleted, or gains or loses a member. */
  touchTeam(id: string): Promise<void>
  /** Records an event of a member that does not change their row, such as a login. @param detail is part of the payload */
  memberEvent(id: string, event: MemberEvent, detail?: Readonly<Record<string, unknown>>): Promise<void>
  /** After a delivery was inserted directly, so that it is sent at once. */
  deliveryQueued(): void
}

/** Transactions that all update one number are queued from the start instead of conflicting. */
export type TransactionQueue = 'members' | 'uploads'

export interface Database extends Db {
  /**
   * Rolls back if `work` throws. An engine may run `work` several times.
   * @param queue what it adds to: transactions of one queue run one after another
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, queue?: TransactionQueue): Promise<T>
  /** For reads whose cost depends on a caller or the database size: they use neither the server's thread nor its connections. */
  expensiveRead: ExpensiveRead<Db>
  /** Rejects when the database cannot respond. */
  ping(): Promise<void>
  /** Whether the schema is this program's, or newer. */
  isMigrated(): Promise<boolean>
  queueStates(): Promise<QueueState[]>
  close(): Promise<void>
}

/** How a profile image's URL is stored: see `createImageColumn`. */
export interface ImageColumn {
  toColumn(url: string): string
  toUrl(column: string): string
}

export interface CreateStoreOptions {
  /** URL of stored files, with a trailing slash. */
  filesUrl: string
  cacheClock: () => number
  insideTransaction: AsyncLocalStorage<true>
  /**
   * For engines that abort conflicting transactions: `alone` runs exclusively, each queue runs in order. Not needed with one connection.
   */
  ordered?: { alone: Kysely<Tables>; queues: Record<TransactionQueue, Kysely<Tables>> }
  prepareLookup?: PrepareLookup
  /** Connections for expensive reads. */
  readers: Readers
  /** Closes the pool; the readers are closed first. */
  close: () => Promise<void>
}

export function createStore(kysely: Kysely<Tables>, options: CreateStoreOptions): Database {
  const { filesUrl, cacheClock, insideTransaction, ordered, prepareLookup, readers } = options
  const image = createImageColumn(filesUrl)
  const over = (connection: Kysely<Tables>): Db => ({ kysely: connection, image, cacheClock })
  const reads = createExpensiveReads(readers, over)
  const begin = (isAlone: boolean, queue: TransactionQueue | undefined): Kysely<Tables> => {
    if (!ordered) return kysely
    if (isAlone) return ordered.alone
    return queue === undefined ? kysely : ordered.queues[queue]
  }
  return {
    kysely,
    image,
    cacheClock,
    prepareLookup,
    transaction: (work, queue) =>
      retryConflicts((isAlone) =>
        begin(isAlone, queue)
          .transaction()
          .execute((transaction) => {
            const tx: Tx = { ...over(transaction), [inTransaction]: true, changes: untracked }
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
  memberEvent: async () => {},
  deliveryQueued: () => {},
}

/**
 * Stores a local file by name only, so that its URL follows PUBLIC_API_URL; any other image is stored by URL.
 * @param filesUrl URL of stored files, with a trailing slash
 */
export function createImageColumn(filesUrl: string): ImageColumn {
  return {
    toColumn: (url) => (url.startsWith(filesUrl) ? url.slice(filesUrl.length) : url),
    toUrl: (column) => (column.includes('/') ? column : filesUrl + column),
  }
}
