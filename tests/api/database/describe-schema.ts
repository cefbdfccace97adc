import { sql } from 'kysely'
import type { OpenTables } from '../../../api/database/open-tables'

/** One line per column, index and trigger, sorted by name. */
export async function describeSchema({ engine, db }: OpenTables): Promise<string[]> {
  const { rows } = await (engine === 'SQLite' ? ofSqlite : ofPostgres).$castTo<{ line: string }>().execute(db)
  return rows.map(({ line }) => line).toSorted()
}

const ofSqlite = sql`
  select t.name || '.' || c.name || ' ' || c.type || ' ' || c."notnull" || ' ' || c.pk || ' ' || coalesce(c.dflt_value, '') as line
    from sqlite_master t, pragma_table_info(t.name) c where t.type = 'table' and t.name <> 'schema_migrations'
  union all
  select 'index ' || t.name || ' ' || (select group_concat(i.name) from pragma_index_info(t.name) i) as line
    from sqlite_master t where t.type = 'index'
  union all
  select t.name || ' refers to ' || f."table" || ' by ' || f."from" || ' ' || f.on_delete as line
    from sqlite_master t, pragma_foreign_key_list(t.name) f where t.type = 'table'
  union all
  select sql as line from sqlite_master where type = 'trigger'`

const ofPostgres = sql`
  select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as line
    from information_schema.columns where table_schema = current_schema() and table_name <> 'schema_migrations'
  union all
  select indexdef as line from pg_indexes where schemaname = current_schema() and tablename <> 'schema_migrations'
  union all
  select conrelid::regclass || ' ' || pg_get_constraintdef(oid) as line from pg_constraint
    where contype in ('p', 'u', 'f', 'c') and connamespace = current_schema()::regnamespace and conrelid::regclass::text <> 'schema_migrations'
  union all
  select pg_get_triggerdef(t.oid) || ' ' || pg_get_functiondef(tgfoid) as line from pg_trigger t join pg_class c on c.oid = tgrelid
    where not tgisinternal and relnamespace = current_schema()::regnamespace`
