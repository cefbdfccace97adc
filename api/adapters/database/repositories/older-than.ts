import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { ListPlace } from '../../../ports/list-place'

/**
 * What comes after a place in a list that is ordered by a time and an id, both descending.
 * @param place null or nothing: everything
 */
export function olderThan(time: string, id: string, place: ListPlace | null | undefined): RawBuilder<SqlBool> {
  if (!place) return sql<SqlBool>`1 = 1`
  const [at, last] = [sql.ref(time), sql.ref(id)]
  return sql<SqlBool>`(${at} < ${place.at} or (${at} = ${place.at} and ${last} < ${place.id}))`
}
