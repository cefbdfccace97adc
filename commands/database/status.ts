import { resolve } from 'node:path'
import { sql } from 'kysely'
import { parseUrl } from '../../contract/parse-url'
import type { Config } from '../../api/config'
import { FIRST_RELEASED_SCHEMA, knownSchema } from '../../api/database/migrate'
import { migrations } from '../../api/database/migrations'
import { databaseFile, openTables } from '../../api/database/open-tables'
import type { DatabasePlace, OpenTables } from '../../api/database/open-tables'

/** Shows sizes and counts, never content. Migrates nothing. */
export async function showStatus(config: Config): Promise<string[]> {
  const tables = openTables(config)
  try {
    const began = performance.now()
    await sql`select 1`.execute(tables.db)
    const answeredMs = Math.round(performance.now() - began)
    const schema = await tables.schema()
    return [
      `${describePlace(config)}; responded in ${answeredMs} ms`,
      `Size: ${formatSize(await tables.sizeBytes())}`,
      describeSchema(schema),
      ...(schema === 0 ? [] : ['', ...(await countRows(tables, schema))]),
    ]
  } finally {
    await tables.close()
  }
}

function describeSchema(found: number): string {
  const known = knownSchema()
  if (found === 0) return `Schema: none yet. The first start creates ${known}.`
  if (found > known) return `Schema: ${found}, from a newer version of the program. This one supports ${known}.`
  if (found < known) return `Schema: ${found}. The next start, or \`migrate\`, updates it to ${known}.`
  return `Schema: ${found}, up to date. ${FIRST_RELEASED_SCHEMA} was the first release.`
}

async function countRows({ db }: OpenTables, schema: number): Promise<string[]> {
  const names = migrations.filter(({ number }) => number <= schema).flatMap(({ adds }) => adds.tables ?? [])
  const lines: string[] = []
  for (const name of names.toSorted()) {
    const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`.execute(db)
    lines.push(`${name.padEnd(24)}${String(rows[0]?.rows ?? 0).padStart(12)}`)
  }
  return lines
}

/** For people: never includes the user or password. */
export function describePlace(place: DatabasePlace): string {
  if (place.databaseUrl === null) return `SQLite, ${resolve(databaseFile(place))}`
  const url = parseUrl(place.databaseUrl)
  // As in PostgreSQL's own programs, a parameter overrides the host.
  const host = url?.searchParams.get('host') ?? url?.host ?? ''
  return `PostgreSQL, ${url?.pathname.slice(1) ?? ''} on ${host === '' ? 'localhost' : host}`
}

const KILOBYTE = 1_000
const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** `12.3 MB` */
function formatSize(bytes: number): string {
  let [size, unit] = [bytes, 0]
  while (size >= KILOBYTE && unit < units.length - 1) {
    size /= KILOBYTE
    unit += 1
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit] ?? ''}`
}
