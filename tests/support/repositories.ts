import { createRepositories } from '../../api/adapters/database/repositories'
import { createImageColumn } from '../../api/database/db'
import type { Database, Db, Tx, TransactionQueue } from '../../api/database/db'
import * as comments from '../../api/features/comments/repository'
import * as records from '../../api/features/data-tables/repository'
import { countRelated, searchRelated } from '../../api/features/data-tables/repository-related'
import { countRecords, countVisible, searchRecords } from '../../api/features/data-tables/repository-search'
import { insertInboxMessage, listInboxMessages, listInboxMessagesFrom } from '../../api/features/inbox'
import { deleteVisitsBefore } from '../../api/features/visits'
import type { Repositories as OldRepositories, Store as OldStore } from '../../api/ports/store'

/**
 * Repository functions under the names of the old store, for tests alone: `store.inbox.list(…)` is `listInboxMessages(store, …)`.
 *
 * When the repository of a feature becomes functions, register those that tests use here, under the name of its entry in
 * `Repositories` of `api/ports/store.ts`. A function over `Db` is written as it is. One that asks for a `Tx` is wrapped in
 * `inTransaction`, which opens one where a test calls it on the store itself. An entry may be registered in parts: the methods that
 * are still in the old repository stay beside it.
 *
 * Tests and their helpers take the type `Store` from this file. What opens a database without `openDatabaseWithApps`,
 * `openTestStore` or `startTestApi` passes it through `withRepositories`. What stubs a method to watch or stop the product does not
 * reach functions any more: watch the database instead, or stop its statements with `failStatements`.
 */
const repositories = {
  inbox: { insert: insertInboxMessage, list: listInboxMessages, listByEmail: listInboxMessagesFrom },
  visits: { deleteBefore: deleteVisitsBefore },
  dataRecords: {
    insert: inTransaction(records.insertDataRecord),
    find: records.findDataRecord,
    update: inTransaction(records.updateDataRecord),
    delete: records.deleteDataRecord,
    connect: inTransaction(records.connect),
    listLinks: records.listLinks,
    countAll: countVisible,
    search: searchRecords,
    count: countRecords,
    searchRelated,
    countRelated,
  },
  comments: {
    insert: inTransaction(comments.insertComment),
    find: comments.findCommentById,
    update: comments.updateComment,
    replaceMarkup: comments.replaceMarkup,
    listOutdated: comments.listOutdatedComments,
    delete: comments.deleteCommentById,
    count: comments.countComments,
  },
} satisfies Record<string, Record<string, (db: Db, ...rest: never[]) => unknown>>

/** Gives a function that needs a transaction one of its own when it is called on the store. */
export function inTransaction<Rest extends unknown[], T>(write: (tx: Tx, ...rest: Rest) => Promise<T>) {
  return (db: Db, ...rest: Rest): Promise<T> => {
    if (isDatabase(db)) return db.transaction((tx) => write(tx, ...rest))
    if (isTx(db)) return write(db, ...rest)
    throw new Error('an expensive read writes nothing')
  }
}

const isDatabase = (db: Db): db is Database => 'transaction' in db
const isTx = (db: Db): db is Tx => 'changes' in db

type Bound<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (db: never, ...rest: infer Rest) => infer T
    ? (...rest: Rest) => T
    : never
}

/** What of an old entry is not registered yet. */
type Left<Name, Functions> = Name extends keyof OldRepositories ? Omit<OldRepositories[Name], keyof Functions> : unknown

type Registered = {
  [Name in keyof typeof repositories]: Bound<(typeof repositories)[Name]> & Left<Name, (typeof repositories)[Name]>
}

export type Repositories = Omit<OldRepositories, keyof Registered> & Registered

export interface Store extends Omit<OldStore, keyof Registered | 'transaction' | 'expensiveRead'>, Registered {
  transaction<T>(work: (tx: Tx & Repositories) => Promise<T>, queue?: TransactionQueue): Promise<T>
  expensiveRead: <T>(
    work: (db: Db & Repositories) => Promise<T>,
    limits: Parameters<OldStore['expensiveRead']>[1],
  ) => Promise<T>
}

/** The same store, with what is registered here. */
export function withRepositories(store: OldStore): Store {
  return {
    ...bind(store),
    transaction: (work, queue) => store.transaction((tx) => work(bind(tx)), queue),
    expensiveRead: (work, limits) => store.expensiveRead((db) => work(bind(db)), limits),
  }
}

/** For tests of tables that are open without a store: every write is a statement of its own. */
export function repositoriesOver(kysely: Db['kysely'], filesUrl: string): Repositories {
  const image = createImageColumn(filesUrl)
  const none = (): Promise<void> => Promise.resolve()
  const changes = { touchMember: none, touchMemberAndTeams: none, touchConnection: none, touchTeam: none }
  return bind({ ...createRepositories(kysely, image), kysely, image, changes: { ...changes, deliveryQueued: none } })
}

function bind<D extends Db>(db: D): D & Registered {
  const before = Object.entries(db)
  const bound = Object.entries(repositories).map(([entry, functions]) => {
    const old: unknown = before.find(([name]) => name === entry)?.[1]
    const methods = Object.entries(functions).map(([name, work]) => [
      name,
      (...rest: never[]): unknown => Reflect.apply(work, null, [db, ...rest]),
    ])
    return [entry, { ...(typeof old === 'object' ? old : {}), ...Object.fromEntries(methods) }]
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- entries lose their types
  return { ...db, ...Object.fromEntries(bound) } as D & Registered
}
