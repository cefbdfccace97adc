import Database from 'libsql'
import * as v from 'valibot'

/** Every row of every table of a database file, read beside the store. */
export function dumpDatabase(file: string): Record<string, unknown[]> {
  const database = new Database(file, { readonly: true })
  try {
    const names = database.prepare("select name from sqlite_master where type = 'table' order by name").all()
    const tables = v.parse(v.array(v.object({ name: v.string() })), names)
    return Object.fromEntries(tables.map(({ name }) => [name, database.prepare(`select * from "${name}"`).all()]))
  } finally {
    database.close()
  }
}

/** Names of the tables that have one of these columns. */
export function tablesWithColumn(file: string, columns: readonly string[]): string[] {
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
