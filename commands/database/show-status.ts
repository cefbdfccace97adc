import { sql } from 'kysely'
import { FIRST_RELEASED_SCHEMA, knownSchema } from '../../api/database/migrate'
import { openTables } from '../../api/database/open-tables'
import type { OpenTables } from '../../api/database/open-tables'
import { migrations } from '../../api/database/migrations'
import type { Config } from '../../api/config'
import { tellPlace } from './tell-place'
import { tellSize } from './tell-size'

/** What there is, without a word of what stands in it. Nothing is migrated. */
export async function showStatus(config: Config): Promise<string[]> {
  const tables = openTables(config)
  try {
    const began = performance.now()
    await sql`select 1`.execute(tables.db)
    const answeredMs = Math.round(performance.now() - began)
    const schema = await tables.schema()
    return [
      `${tellPlace(config)}; it answered in ${answeredMs} ms`,
      `Size: ${tellSize(await tables.sizeBytes())}`,
      tellSchema(schema),
      ...(schema === 0 ? [] : ['', ...(await tellRows(tables, schema))]),
    ]
  } finally {
    await tables.close()
  }
}

function tellSchema(found: number): string {
  const known = knownSchema()
  if (found === 0) return `Schema: none yet. The first start makes ${known}.`
  if (found > known) return `Schema: ${found}, of a newer version of the program. This one knows ${known}.`
  if (found < known) return `Schema: ${found}. The next start, or \`migrate\`, makes it ${known}.`
  return `Schema: ${found}, up to date. ${FIRST_RELEASED_SCHEMA} was the first that was released.`
}

async function tellRows({ db }: OpenTables, schema: number): Promise<string[]> {
  const names = migrations.filter(({ number }) => number <= schema).flatMap(({ adds }) => adds.tables ?? [])
  const lines: string[] = []
  for (const name of names.toSorted()) {
    const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`.execute(db)
    lines.push(`${name.padEnd(24)}${String(rows[0]?.rows ?? 0).padStart(12)}`)
  }
  return lines
}
