import type Database from 'libsql'
import * as v from 'valibot'
import { proofModes } from '../../../../contract/proof-paths'
import type { ProofMode } from '../../../../contract/proof-paths'
import { readTables } from '../transfer/read-tables'
import { quoted } from '../transfer/row-store'
import type { Manifest } from './manifest'

const counted = v.tuple([v.object({ rows: v.number() })])
const numbered = v.tuple([v.object({ number: v.number() })])
const heads = v.array(v.object({ mode: v.picklist(proofModes), size: v.number() }))

/** What a manifest says of an SQLite file. */
export function describeDatabase(database: Database.Database): Pick<Manifest, 'schema' | 'rows' | 'logs'> {
  const [{ number: schema }] = v.parse(
    numbered,
    database.prepare('select max(number) as number from schema_migrations').all(),
  )
  const rows = Object.fromEntries(readTables(database).map(({ name }) => [name, countRows(database, name)]))
  const logs: Record<ProofMode, number> = { live: 0, test: 0 }
  for (const { mode, size } of v.parse(heads, database.prepare('select mode, size from log_heads').all()))
    logs[mode] = size
  return { schema, rows, logs }
}

/** @param condition of SQL, written by us */
export function countRows(database: Database.Database, table: string, condition = 'true'): number {
  const found = database.prepare(`select count(*) as rows from ${quoted(table)} where ${condition}`).all()
  return v.parse(counted, found)[0].rows
}
