import type { AppDefinition } from '../../api/features/apps/definition'
import type { Db } from '../../api/database/db'

/**
 * The same database, in which reads of apps find other definitions than are stored, as if another process were ahead.
 * @param change the definitions that a statement found → those that its caller gets; it may throw
 */
export function withStoredApps<D extends Pick<Db, 'kysely'>>(
  db: D,
  change: (found: AppDefinition[]) => AppDefinition[],
): D {
  const kysely = db.kysely.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const found = result.rows.flatMap(({ definition }) => (typeof definition === 'string' ? [parse(definition)] : []))
      if (found.length === 0) return result
      const [first] = result.rows
      const rows = change(found).map((app) => Object.assign({}, first, { definition: JSON.stringify(app) }))
      return { ...result, rows }
    },
  })
  return { ...db, kysely }
}

const parse = (definition: string): AppDefinition => JSON.parse(definition)
