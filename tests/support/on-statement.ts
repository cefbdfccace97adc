import type { KyselyPlugin, RootOperationNode } from 'kysely'
import type { Db } from '../../api/database/db'
import type { Store } from './repositories'
import { withRepositories } from './repositories'

/**
 * Calls `tell` before every statement of functions over `Db`: `select tags`, `insert tags`, `update tags`, `delete
 * tags`, or its SQL.
 * If `tell` throws, the statement fails with that error.
 */
export function onStatement(store: Store, tell: (statement: string) => void): Store {
  const told = <D extends Db>(db: D): D => ({ ...db, kysely: db.kysely.withPlugin(telling(tell)) })
  return withRepositories({
    ...told(store),
    transaction: (work, queue) => store.transaction((tx) => work(told(tx)), queue),
    expensiveRead: (work, limits) => store.expensiveRead((db) => work(told(db)), limits),
  })
}

export const telling = (tell: (statement: string) => void): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    tell(describe(node))
    return node
  },
  transformResult: async ({ result }) => result,
})

function describe(node: RootOperationNode): string {
  switch (node.kind) {
    case 'SelectQueryNode':
      return `select ${tableOf(node.from?.froms[0])}`
    case 'InsertQueryNode':
      return `insert ${tableOf(node.into)}`
    case 'UpdateQueryNode':
      return `update ${tableOf(node.table)}`
    case 'DeleteQueryNode':
      return `delete ${tableOf(node.from.froms[0])}`
    case 'RawNode':
      return node.sqlFragments.join('?')
    default:
      return node.kind
  }
}

const isNode = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The table's name, without alias and schema. */
function tableOf(node: unknown): string {
  if (!isNode(node)) return '?'
  if (typeof node['name'] === 'string') return node['name']
  return tableOf(node['table'] ?? node['node'] ?? node['identifier'])
}
