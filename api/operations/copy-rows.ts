import type Database from 'libsql'
import type { Client } from 'pg'
import * as v from 'valibot'
import { DatabaseRefusal } from '../database/errors'
import { integersAs } from '../database/postgres-pool'

class CopyError extends DatabaseRefusal {
  override readonly name = 'CopyError'
}

/** Characters per statement; a batch of the largest rows would be hundreds of megabytes. */
const CHARS_PER_INSERT = 4_000_000

interface CopyRowsOptions {
  from: RowStore
  to: RowStore
  tables: readonly CopiedTable[]
}

/** Copies every row and reads each back. Commit only after this resolves. @returns rows by table @throws CopyError naming the table */
export async function copyRows({ from, to, tables }: CopyRowsOptions): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  await to.withoutTriggers(async () => {
    for (const table of inOrderOfReferences(tables)) {
      let rows = 0
      for await (const batch of from.read(table, 'stored')) {
        for (const part of inParts(batch)) await to.insert(table, part)
        rows += batch.length
      }
      await requireSame(from, to, table)
      counts[table.name] = rows
    }
  })
  return counts
}

function* inParts(rows: readonly CopiedRow[]): Generator<readonly CopiedRow[]> {
  let part: CopiedRow[] = []
  let chars = 0
  for (const row of rows) {
    const size = Object.values(row).reduce<number>((sum, value) => sum + String(value).length, 0)
    if (part.length > 0 && chars + size > CHARS_PER_INSERT) {
      yield part
      part = []
      chars = 0
    }
    part.push(row)
    chars += size
  }
  if (part.length > 0) yield part
}

async function requireSame(from: RowStore, to: RowStore, table: CopiedTable): Promise<void> {
  const originals = eachRow(from, table)
  for await (const copy of eachRow(to, table)) {
    const original = await originals.next()
    if (original.done === true || table.columns.some((column) => original.value[column] !== copy[column]))
      throw new CopyError(`Rows of ${table.name} differ between ${from.engine} and ${to.engine}.`)
  }
  if ((await originals.next()).done !== true) throw new CopyError(`Rows of ${table.name} are missing in ${to.engine}.`)
}

async function* eachRow(store: RowStore, table: CopiedTable): AsyncGenerator<CopiedRow, void> {
  for await (const batch of store.read(table, 'sorted')) yield* batch
}

/** Integers as bigint, so none is rounded. */
type CopiedRow = Readonly<Record<string, unknown>>

/** Rows of either engine, within one transaction. */
interface RowStore {
  engine: 'SQLite' | 'PostgreSQL'
  /** In batches. @param order `stored`: any order. `sorted`: by key, texts by bytes, nulls first, equal in both engines */
  read(table: CopiedTable, order: 'stored' | 'sorted'): AsyncIterable<readonly CopiedRow[]>
  insert(table: CopiedTable, rows: readonly CopiedRow[]): Promise<void>
  /** Without triggers, because their sums are copied too. */
  withoutTriggers(work: () => Promise<void>): Promise<void>
}

export const quoted = (name: string): string => `"${name}"`

const listOf = (columns: readonly string[]): string => columns.map(quoted).join(', ')

const isRow = (row: unknown): row is CopiedRow => typeof row === 'object' && row !== null

export interface CopiedTable {
  name: string
  columns: readonly string[]
  key: readonly string[]
  references: readonly string[]
}

const named = v.array(v.object({ name: v.string() }))
const described = v.array(v.object({ name: v.string(), pk: v.number() }))
const referring = v.array(v.object({ table: v.string() }))

const OWN = 'schema_migrations'

export function readTables(database: Database.Database): CopiedTable[] {
  const all = database
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by rowid")
    .all()
  return v
    .parse(named, all)
    .filter(({ name }) => name !== OWN)
    .map(({ name }) => {
      const columns = v.parse(described, database.prepare(`pragma table_info("${name}")`).all())
      const foreign = v.parse(referring, database.prepare(`pragma foreign_key_list("${name}")`).all())
      const key = columns.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk)
      return {
        name,
        columns: columns.map((column) => column.name),
        key: (key.length > 0 ? key : columns).map((column) => column.name),
        references: [...new Set(foreign.map(({ table }) => table))].filter((table) => table !== name),
      }
    })
}

/** Referenced tables first. */
function inOrderOfReferences(tables: readonly CopiedTable[]): CopiedTable[] {
  const ordered: CopiedTable[] = []
  const waiting = new Set(tables)
  while (waiting.size > 0) {
    const next = [...waiting].find(({ references }) =>
      references.every((name) => ordered.some((done) => done.name === name)),
    )
    if (!next) throw new Error('The foreign keys of the tables form a cycle.')
    ordered.push(next)
    waiting.delete(next)
  }
  return ordered
}

const SQLITE_ROWS_PER_READ = 200

const triggerRows = v.array(v.object({ name: v.string(), sql: v.string() }))

/** Needs its own connection, which returns integers as bigint from now on. */
export function createSqliteRows(database: Database.Database): RowStore {
  database.defaultSafeIntegers(true)
  const select = ({ name, columns, key }: CopiedTable, order: 'stored' | 'sorted') =>
    `select ${listOf(columns)} from ${quoted(name)} order by ${order === 'stored' ? 'rowid' : listOf(key)}`
  return {
    engine: 'SQLite',
    async *read(table, order) {
      let batch: CopiedRow[] = []
      for (const row of database.prepare(select(table, order)).iterate()) {
        if (isRow(row)) batch.push(row)
        if (batch.length < SQLITE_ROWS_PER_READ) continue
        yield batch
        batch = []
      }
      if (batch.length > 0) yield batch
    },
    async insert({ name, columns }, rows) {
      const places = columns.map(() => '?').join(', ')
      const statement = database.prepare(`insert into ${quoted(name)} (${listOf(columns)}) values (${places})`)
      for (const row of rows) statement.run(...columns.map((column) => row[column]))
    },
    async withoutTriggers(work) {
      const found = database.prepare("select name, sql from sqlite_master where type = 'trigger'").all()
      const triggers = v.parse(triggerRows, found)
      for (const { name } of triggers) database.exec(`drop trigger ${quoted(name)}`)
      await work()
      for (const { sql } of triggers) database.exec(sql)
    },
  }
}

/** Few: a row can have several megabytes. */
const POSTGRES_ROWS_PER_READ = 100

/** For `pg`: no integer is rounded. */
export const exactTypes = integersAs(BigInt)

/** @param client in a transaction, created with `exactTypes` */
export function createPostgresRows(client: Client): RowStore {
  return {
    engine: 'PostgreSQL',
    async *read(table, order) {
      const sorting = order === 'sorted' ? ` order by ${await sortedBy(client, table)}` : ''
      const { name, columns } = table
      await client.query(`declare copied no scroll cursor for select ${listOf(columns)} from ${quoted(name)}${sorting}`)
      for (;;) {
        const { rows } = await client.query<CopiedRow>(`fetch ${POSTGRES_ROWS_PER_READ} from copied`)
        if (rows.length === 0) break
        yield rows
      }
      await client.query('close copied')
    },
    async insert({ name, columns }, rows) {
      if (rows.length === 0) return
      const places = rows.map(
        (_, row) => `(${columns.map((_column, at) => `$${row * columns.length + at + 1}`).join(', ')})`,
      )
      const values = rows.flatMap((row) => columns.map((column) => row[column]))
      await client.query(`insert into ${quoted(name)} (${listOf(columns)}) values ${places.join(', ')}`, values)
    },
    async withoutTriggers(work) {
      const { rows } = await client.query<{ table: string }>(
        `select distinct tgrelid::regclass::text as "table" from pg_trigger join pg_class on pg_class.oid = tgrelid
          where not tgisinternal and relnamespace = current_schema()::regnamespace`,
      )
      for (const { table } of rows) await client.query(`alter table ${table} disable trigger user`)
      await work()
      // A table with deferred checks cannot be altered.
      await client.query('set constraints all immediate')
      for (const { table } of rows) await client.query(`alter table ${table} enable trigger user`)
    },
  }
}

/** SQLite's default order. */
async function sortedBy(client: Client, { name, key }: CopiedTable): Promise<string> {
  const { rows } = await client.query<CopiedRow>(
    "select column_name from information_schema.columns where table_schema = current_schema() and table_name = $1 and data_type = 'text'",
    [name],
  )
  const texts = new Set(rows.map((row) => row['column_name']))
  return key.map((column) => `${quoted(column)}${texts.has(column) ? ' collate "C"' : ''} nulls first`).join(', ')
}
