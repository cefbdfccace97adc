import { execFileSync } from 'node:child_process'
import Database from 'libsql'
import * as v from 'valibot'
import { notedDatabase } from './tested-engine'

/** Reads the file directly, not through the store. @param only names of tables; default: all */
export function dumpDatabase(file: string, only?: readonly string[]): Record<string, unknown[]> {
  const url = notedDatabase(file)
  if (url !== null) return dumpPostgres(url, only)
  const database = new Database(file, { readonly: true })
  try {
    const names = database.prepare("select name from sqlite_master where type = 'table' order by name").all()
    const tables = only ?? v.parse(v.array(v.object({ name: v.string() })), names).map(({ name }) => name)
    return Object.fromEntries(tables.map((name) => [name, database.prepare(`select * from "${name}"`).all()]))
  } finally {
    database.close()
  }
}

export function tablesWithColumn(file: string, columns: readonly string[]): string[] {
  const url = notedDatabase(file)
  if (url !== null) return tablesOfPostgres(url, columns)
  const database = new Database(file, { readonly: true })
  try {
    const places = columns.map(() => '?').join(', ')
    const found = database
      .prepare(
        `select distinct t.name from sqlite_master t, pragma_table_info(t.name) c where t.type = 'table' and c.name in (${places})`,
      )
      .all(...columns)
    return v.parse(v.array(v.object({ name: v.string() })), found).map(({ name }) => name)
  } finally {
    database.close()
  }
}

/** Synchronous, like reading a file. */
const askPostgres = (url: string, query: string): string =>
  execFileSync('psql', [url, '-At', '-c', query], { encoding: 'utf8', maxBuffer: 1e9 }).trim()

function tablesOfPostgres(url: string, columns: readonly string[]): string[] {
  const names = columns.map((name) => `'${name}'`).join(', ')
  const found = `select distinct table_name from information_schema.columns where table_schema = 'public'`
  return askPostgres(url, `${found} and column_name in (${names})`).split('\n')
}

function dumpPostgres(url: string, only?: readonly string[]): Record<string, unknown[]> {
  const all = () =>
    askPostgres(url, "select tablename from pg_tables where schemaname = 'public' order by 1").split('\n')
  const tables = only ?? all()
  const parts = tables.map(
    (t) => `select '${t}' as name, (select coalesce(json_agg(x order by x::text), '[]') from "${t}" x) as rows`,
  )
  const dump = askPostgres(url, `select json_object_agg(name, rows) from (${parts.join(' union all ')}) t`)
  return v.parse(v.record(v.string(), v.array(v.unknown())), JSON.parse(dump))
}
