import {
  QUERY_SORTS_MAX,
  RECORDS_PER_QUERY_DEFAULT,
  RECORDS_PER_QUERY_MAX,
  RECORDS_SKIPPED_MAX,
} from '../../../contract/limits'
import type { Condition, RecordOrder } from '../../ports/data-store'
import type { DataTableDefinition } from '../app-definition'
import type { QueryParts } from './query-parts'
import { readWhere, scalarOf } from './read-where'
import { objectOf, refuse } from './refuse-query'

/** Which records of a table, or of a relation, in which order. */
export interface ListQuery {
  where: Condition
  orderBy: RecordOrder[]
  take: number
  skip: number
  after: number | null
}

/** What is asked of a list, be it of a table or of a relation. */
export function readList(
  table: DataTableDefinition,
  { where, orderBy, take, skip, after }: Record<'where' | 'orderBy' | 'take' | 'skip' | 'after', unknown>,
  parts: QueryParts,
): ListQuery {
  if (after !== undefined && skip !== undefined) return refuse('Of after and skip only one is taken.')
  return {
    where: readWhere(table, where ?? {}, parts),
    orderBy: readOrder(table, orderBy),
    take: take === undefined ? RECORDS_PER_QUERY_DEFAULT : wholeNumber('take', take, 1, RECORDS_PER_QUERY_MAX),
    skip: skip === undefined ? 0 : wholeNumber('skip', skip, 0, RECORDS_SKIPPED_MAX),
    after: after === undefined || after === null ? null : wholeNumber('after', after, 0, Number.MAX_SAFE_INTEGER),
  }
}

/** One object, or a list of them. */
function readOrder(table: DataTableDefinition, orderBy: unknown): RecordOrder[] {
  const all: unknown[] = Array.isArray(orderBy) ? orderBy : orderBy === undefined ? [] : [orderBy]
  const orders = all.flatMap((one) =>
    Object.entries(objectOf('orderBy', one)).map(([key, given]) => {
      const direction = typeof given === 'string' ? given.toLowerCase() : ''
      if (direction !== 'asc' && direction !== 'desc') return refuse(`orderBy takes asc or desc for "${key}".`)
      return { field: scalarOf(table, key), direction } satisfies RecordOrder
    }),
  )
  if (orders.length > QUERY_SORTS_MAX) return refuse(`orderBy takes at most ${QUERY_SORTS_MAX} fields.`)
  return orders
}

/** Cursors travel as texts, too. */
function wholeNumber(name: string, given: unknown, min: number, max: number): number {
  const number = typeof given === 'string' && /^\d{1,16}$/u.test(given) ? Number(given) : given
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= min && number <= max) return number
  return refuse(`${name} takes a whole number from ${min} to ${max}.`)
}
