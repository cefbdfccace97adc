import type Database from 'libsql'
import * as v from 'valibot'

export interface CopiedTable {
  name: string
  columns: readonly string[]
  /** Of these columns one row is told from another. */
  key: readonly string[]
  /** Tables whose rows must be there first. */
  references: readonly string[]
}

const named = v.array(v.object({ name: v.string() }))
const described = v.array(v.object({ name: v.string(), pk: v.number() }))
const referring = v.array(v.object({ table: v.string() }))

/** Written by the migrations themselves. */
const OWN = 'schema_migrations'

/** Every table with rows of ours. */
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

/** Every table after those whose rows its own refer to. */
export function inOrderOfReferences(tables: readonly CopiedTable[]): CopiedTable[] {
  const ordered: CopiedTable[] = []
  const waiting = new Set(tables)
  while (waiting.size > 0) {
    const next = [...waiting].find(({ references }) =>
      references.every((name) => ordered.some((done) => done.name === name)),
    )
    if (!next) throw new Error('Tables refer to each other in a circle.')
    ordered.push(next)
    waiting.delete(next)
  }
  return ordered
}
