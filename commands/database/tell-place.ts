import { resolve } from 'node:path'
import { databaseFile } from '../../api/database/open-tables'
import type { DatabasePlace } from '../../api/database/open-tables'
import { parseUrl } from '../../contract/parse-url'

/** Engine and place of a database, for people: never its user or password. */
export function tellPlace(place: DatabasePlace): string {
  if (place.databaseUrl === null) return `SQLite, ${resolve(databaseFile(place))}`
  const url = parseUrl(place.databaseUrl)
  // As PostgreSQL's own programs: a parameter counts before the host.
  const host = url?.searchParams.get('host') ?? url?.host ?? ''
  return `PostgreSQL, ${url?.pathname.slice(1) ?? ''} on ${host === '' ? 'localhost' : host}`
}
