import type { PageCursor } from '../../database/sql'
import type { PageOptions } from './owner-list'

interface PagedRows<Row, Shown> {
  /** Newest first. */
  read: (limit: number, before: PageCursor | null) => Promise<Row[]>
  placeOf: (row: Row) => PageCursor
  show: (row: Row) => Shown | Promise<Shown>
}

/** One page of a list that is ordered by time. */
export async function readPage<Row, Shown>(
  { limit, before }: PageOptions,
  { read, placeOf, show }: PagedRows<Row, Shown>,
): Promise<{ records: Shown[]; next: string | null }> {
  // One more than is shown tells whether there is another page.
  const rows = await read(limit + 1, before === null ? null : readPlace(before))
  const shown = rows.slice(0, limit)
  const records: Shown[] = []
  for (const row of shown) records.push(await show(row))
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { records, next: last === undefined ? null : writePlace(placeOf(last)) }
}

const writePlace = ({ at, id }: PageCursor): string => `${at}.${id}`

/** What is no place begins anew. */
function readPlace(text: string): PageCursor | null {
  const [, at, id] = /^(\d{1,15})\.(.{1,100})$/u.exec(text) ?? []
  return at === undefined || id === undefined ? null : { at: Number(at), id }
}
