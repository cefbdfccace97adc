import Database from 'libsql'
import * as v from 'valibot'

/** One row that a request changed, as JSON; null: it did not exist before, or does not exist afterwards. */
export interface RowChange {
  table: string
  before: Readonly<Record<string, unknown>> | null
  after: Readonly<Record<string, unknown>> | null
}

const LOG = 'watched_changes'
const SWITCH = 'watched_switch'

const names = v.array(v.object({ name: v.string() }))
const row = v.nullable(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())))
const logged = v.array(v.object({ tbl: v.string(), old: row, new: row }))
const version = v.array(v.object({ data_version: v.number() }))

/**
 * A database that reports changed rows and can be restored to its state at the start. It uses its own connection and
 * triggers, so that a request without changes costs nothing. Nothing else may write while it is open.
 */
export function watchDatabase(file: string) {
  const database = new Database(file)
  database.pragma('busy_timeout = 2000')
  database.pragma('foreign_keys = OFF')
  database.pragma('synchronous = OFF')
  const tables = v
    .parse(names, database.prepare(`select name from sqlite_master where type = 'table' order by name`).all())
    .map(({ name }) => name)
    // Totals kept by triggers follow from the rows themselves.
    .filter((name) => !name.startsWith('sqlite_') && !name.startsWith('storage_'))
  database.exec(`create table ${LOG} (tbl text, old text, new text)`)
  database.exec(`create table ${SWITCH} (is_on integer); insert into ${SWITCH} values (1)`)
  for (const table of tables) addTriggers(database, table)
  database.exec(`vacuum main into '${file}.kept'`)
  database.exec(`attach '${file}.kept' as kept`)
  const touched = new Set<string>()
  let seen = versionOf(database)

  /** Changes since the last call. */
  function changes(): RowChange[] {
    const now = versionOf(database)
    if (now === seen) return []
    seen = now
    const rows = v.parse(logged, database.prepare(`select tbl, old, new from ${LOG}`).all())
    database.exec(`delete from ${LOG}`)
    for (const { tbl } of rows) touched.add(tbl)
    return inAll(rows.map((change) => ({ table: change.tbl, before: change.old, after: change.new })))
  }

  return {
    tables,
    changes,
    /** Restores everything to its state at the start. */
    restore(): void {
      changes()
      if (touched.size === 0) return
      const put = [...touched].map(
        (name) => `delete from "${name}"; insert into "${name}" select * from kept."${name}"`,
      )
      database.exec(`begin immediate; update ${SWITCH} set is_on = 0; ${put.join('; ')};
        update ${SWITCH} set is_on = 1; commit`)
      touched.clear()
      seen = versionOf(database)
    },
    /** Temporary changes of a test. */
    change(sql: string, ...values: (string | number | null)[]): void {
      database.prepare(sql).run(...values)
      changes()
      // Its own writes do not count: a connection does not see them in `data_version`.
      const rows = v.parse(logged, database.prepare(`select tbl, old, new from ${LOG}`).all())
      for (const { tbl } of rows) touched.add(tbl)
      database.exec(`delete from ${LOG}`)
    },
    /** IDs and emails of all members, as they are now. */
    members: () =>
      v.parse(
        v.array(v.object({ id: v.string(), email: v.string() })),
        database.prepare('select id, email from members').all(),
      ),
    /** Rows of a table at the start. */
    kept: (table: string): unknown[] => database.prepare(`select * from kept."${table}"`).all(),
    close: () => database.close(),
  }
}

/** Combines several changes of one row; a row that was inserted and deleted again is left out. */
function inAll(steps: readonly RowChange[]): RowChange[] {
  const changes: RowChange[] = []
  for (const step of steps) {
    const isFirstOf = ({ table, after }: RowChange) => table === step.table && same(after, step.before)
    const index = step.before === null ? -1 : changes.findLastIndex(isFirstOf)
    const [first = step] = index === -1 ? [] : changes.splice(index, 1)
    if (!same(first.before, step.after)) changes.push({ ...first, after: step.after })
  }
  return changes
}

const same = (one: RowChange['after'], other: RowChange['after']): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

export type WatchedDatabase = ReturnType<typeof watchDatabase>

const versionOf = (database: Database.Database): number =>
  v.parse(version, database.prepare('pragma data_version').all())[0]?.data_version ?? 0

function addTriggers(database: Database.Database, table: string): void {
  const columns = v.parse(names, database.prepare(`select name from pragma_table_info('${table}')`).all())
  const json = (which: 'old' | 'new') =>
    `json_object(${columns
      .map(
        ({ name }) =>
          `'${name}', iif(typeof(${which}."${name}") = 'blob', hex(${which}."${name}"), ${which}."${name}")`,
      )
      .join(', ')})`
  const events = [
    ['insert', 'null', json('new')],
    ['update', json('old'), json('new')],
    ['delete', json('old'), 'null'],
  ] as const
  for (const [event, before, after] of events)
    database.exec(`create trigger "watch_${table}_${event}" after ${event} on "${table}"
      when (select is_on from ${SWITCH}) = 1
      begin insert into ${LOG} values ('${table}', ${before}, ${after}); end`)
}
