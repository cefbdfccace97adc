import { sql, type Transaction } from 'kysely'
import type { Tables } from '../tables'
import {
  createTrigger,
  dropTrigger,
  isSqlite,
  NO_MEMBER,
  ROW,
  SHARD,
  sizes,
  storageTriggers,
} from './0022-storage-sums'
import type { Migration } from './migration'

interface StatementTrigger {
  name: string
  table: string
  event: 'insert' | 'update' | 'delete'
  /** SQL condition under which the statements run. Updates and cascades also run triggers for unchanged sizes and for no rows. */
  when?: string
  statements: readonly string[]
  forEach?: 'statement' | 'row'
  /** Reads only transition tables: their plans need no settings, which would cost each call some microseconds. */
  readsNoTable?: true
}

/** Transition tables: all rows that a statement and its cascades wrote into one table. */
const TRANSITIONS = {
  insert: 'new table as new_rows',
  update: 'old table as old_rows new table as new_rows',
  delete: 'old table as old_rows',
}

/** Rows of an update before and after it. Transition tables allow no column list, so sizes decide which rows changed. */
const updated = (key: readonly string[]) =>
  `new_rows n join old_rows o on ${key.map((column) => `n.${column} = o.${column}`).join(' and ')}`

/** @param changes SQL query of app_id, mode, verified, shard, bytes */
const addToSums = (changes: string) =>
  // Transactions lock the sums in one order, so that they cannot deadlock.
  `insert into storage_sums (app_id, mode, verified, shard, bytes)
    select app_id, mode, verified, shard, sum(bytes) from (${changes}) changes
    group by 1, 2, 3, 4 having sum(bytes) <> 0 order by 1, 2, 3, 4
    on conflict (app_id, mode, verified, shard) do update set bytes = storage_sums.bytes + excluded.bytes`

/**
 * Rows are found by `any`: an index scan for one row and for many, whatever the cached plan assumed.
 * @param changes SQL query of member_id, bytes
 * @param members SQL query of all member IDs in `changes`
 */
const addToAccounts = (changes: string, members: string) =>
  `update storage_accounts a set bytes = a.bytes + c.bytes
    from (select member_id, sum(bytes) as bytes from (${changes}) changes group by member_id order by member_id) c
    where a.member_id = c.member_id and a.member_id = any(array(${members}))`

/**
 * A record without a member is part of the app's sum only, as bytes of a verified account.
 * @param changes SQL query of app_id, mode, member_id, bytes
 */
const addToOwners = (changes: string) =>
  `with owned as materialized (${changes}), accounts as (${addToAccounts(
    'select member_id, bytes from owned',
    'select member_id from owned where member_id is not null',
  )})
  ${addToSums(`select app_id, mode, 1 as verified, ${NO_MEMBER} as shard, bytes from owned where member_id is null`)}`

/** Adds and subtracts the size of rows with a member column. */
const triggersOfTable = (table: string, size: (row: string) => string): StatementTrigger[] => [
  {
    name: `storage_${table}_insert`,
    table,
    event: 'insert',
    statements: [
      addToAccounts(`select n.member_id, ${size('n')} as bytes from new_rows n`, 'select member_id from new_rows'),
    ],
  },
  {
    name: `storage_${table}_update`,
    table,
    event: 'update',
    when: `exists (select from ${updated(['id'])} where ${size('n')} <> ${size('o')})`,
    statements: [
      addToAccounts(
        `select n.member_id, ${size('n')} - ${size('o')} as bytes from ${updated(['id'])} where ${size('n')} <> ${size('o')}`,
        'select member_id from new_rows',
      ),
    ],
  },
  {
    name: `storage_${table}_delete`,
    table,
    event: 'delete',
    when: 'exists (select from old_rows)',
    statements: [
      addToAccounts(`select o.member_id, -${size('o')} as bytes from old_rows o`, 'select member_id from old_rows'),
    ],
  },
]

const memberChanged = `n.verified <> o.verified or ${sizes.member('n')} <> ${sizes.member('o')}`

const memberTriggers: StatementTrigger[] = [
  {
    name: 'storage_members_insert',
    table: 'members',
    event: 'insert',
    readsNoTable: true,
    statements: [
      `insert into storage_accounts (member_id, app_id, mode, verified, bytes)
        select n.id, n.app_id, n.mode, n.verified, ${sizes.member('n')} from new_rows n`,
    ],
  },
  {
    name: 'storage_members_update',
    table: 'members',
    event: 'update',
    when: `exists (select from ${updated(['id'])} where ${memberChanged})`,
    statements: [
      `update storage_accounts a set verified = c.verified, bytes = a.bytes + c.bytes
        from (select n.id, n.verified, ${sizes.member('n')} - ${sizes.member('o')} as bytes from ${updated(['id'])}
          where ${memberChanged} order by n.id) c
        where a.member_id = c.id and a.member_id = any(array(select id from new_rows))`,
    ],
  },
  {
    name: 'storage_members_delete',
    table: 'members',
    event: 'delete',
    when: 'exists (select from old_rows)',
    statements: ['delete from storage_accounts where member_id = any(array(select id from old_rows))'],
  },
]

const shares = (row: string, bytes: string) =>
  `select ${row}.app_id, ${row}.mode, ${row}.verified, ${SHARD(`${row}.member_id`)} as shard, ${bytes} as bytes`
const plusNew = `${shares('n', 'n.bytes')} from new_rows n`
const minusOld = `${shares('o', '-o.bytes')} from old_rows o`

const accountTriggers: StatementTrigger[] = [
  {
    name: 'storage_accounts_insert',
    table: 'storage_accounts',
    event: 'insert',
    readsNoTable: true,
    statements: [addToSums(plusNew)],
  },
  {
    name: 'storage_accounts_update',
    table: 'storage_accounts',
    event: 'update',
    when: 'exists (select from new_rows)',
    readsNoTable: true,
    statements: [addToSums(`${plusNew} union all ${minusOld}`)],
  },
  {
    name: 'storage_accounts_delete',
    table: 'storage_accounts',
    event: 'delete',
    when: 'exists (select from old_rows)',
    readsNoTable: true,
    statements: [addToSums(minusOld)],
  },
]

/** A subquery per record and no join: the cached plan is a lookup by primary key, however small the table was. */
const addToOwnersOfValues = (bytes: string, rows: string) =>
  addToOwners(`select (record).app_id, (record).mode, (record).member_id, bytes from (
    select (select r from data_records r where r.id = c.record_id) as record, bytes
    from (select n.record_id, sum(${bytes}) as bytes from ${rows} group by n.record_id) c offset 0
  ) found where (record).id is not null`)
const valueKey = ['record_id', 'field_key']
const valueChanged = `${sizes.value('n')} <> ${sizes.value('o')}`

const valueTriggers: StatementTrigger[] = [
  {
    name: 'storage_values_insert',
    table: 'data_record_values',
    event: 'insert',
    statements: [addToOwnersOfValues(sizes.value('n'), 'new_rows n')],
  },
  {
    name: 'storage_values_update',
    table: 'data_record_values',
    event: 'update',
    when: `exists (select from ${updated(valueKey)} where ${valueChanged})`,
    statements: [
      addToOwnersOfValues(`${sizes.value('n')} - ${sizes.value('o')}`, `${updated(valueKey)} where ${valueChanged}`),
    ],
  },
  {
    // The values of a deleted record have no owner here any longer: its own trigger has subtracted them.
    name: 'storage_values_delete',
    table: 'data_record_values',
    event: 'delete',
    when: 'exists (select from old_rows)',
    statements: [addToOwnersOfValues(`-${sizes.value('n')}`, 'old_rows n')],
  },
]

const recordTriggers: StatementTrigger[] = [
  {
    name: 'storage_records_insert',
    table: 'data_records',
    event: 'insert',
    statements: [addToOwners(`select app_id, mode, member_id, ${ROW.record} as bytes from new_rows`)],
  },
  {
    /**
     * A statement trigger runs after the cascade, when the values are gone. A row trigger runs before the cascade of its row if its
     * name sorts before the foreign key's, RI_ConstraintTrigger. At the first row it subtracts all rows with all values.
     */
    name: '"0_storage_records_delete"',
    table: 'data_records',
    event: 'delete',
    when: 'old.id = (select id from old_rows limit 1)',
    forEach: 'row',
    statements: [
      addToOwners(
        `select o.app_id, o.mode, o.member_id,
          -(${ROW.record} + coalesce((select sum${sizes.value('v')} from data_record_values v where v.record_id = o.id), 0)) as bytes
          from old_rows o`,
      ),
    ],
  },
]

const statementTriggers: readonly StatementTrigger[] = [
  ...accountTriggers,
  ...memberTriggers,
  ...triggersOfTable('signup_records', sizes.signup),
  ...triggersOfTable('comments', sizes.comment),
  ...triggersOfTable('work_samples', sizes.sample),
  ...valueTriggers,
  ...recordTriggers,
]

/** Without scans of whole tables, which conflict with every other serializable transaction, and without quadratic joins. */
const PLANS = 'set enable_seqscan = off set enable_nestloop = off'

function createStatementTrigger(trigger: StatementTrigger): string[] {
  const { name, table, event, when, statements, forEach = 'statement', readsNoTable = false } = trigger
  const body = statements.map((statement) => `${statement};`).join('\n')
  return [
    `create function ${name}() returns trigger language plpgsql ${readsNoTable ? '' : PLANS} as $$ begin
      ${when === undefined ? body : `if ${when} then ${body} end if;`} return null; end $$`,
    `create trigger ${name} after ${event} on ${table} referencing ${TRANSITIONS[event]}
      for each ${forEach} execute function ${name}()`,
  ]
}

const run = async (transaction: Transaction<Tables>, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(transaction)
}

/**
 * On PostgreSQL, sums are updated once per statement. With row triggers, a statement with n rows left n versions of a sum that each
 * further update had to walk. SQLite keeps its row triggers: it has no others, and it updates rows in place.
 */
export const storageSumsPerStatement: Migration = {
  number: 47,
  name: 'storage-sums-per-statement',
  adds: {},
  up: async (transaction) => {
    if (isSqlite(transaction)) return
    await run(
      transaction,
      storageTriggers.toReversed().flatMap((trigger) => dropTrigger(trigger, false)),
    )
    await run(transaction, statementTriggers.flatMap(createStatementTrigger))
  },
  down: async (transaction) => {
    if (isSqlite(transaction)) return
    await run(
      transaction,
      statementTriggers.toReversed().flatMap((trigger) => dropTrigger(trigger, false)),
    )
    await run(
      transaction,
      storageTriggers.flatMap((trigger) => createTrigger(trigger, false)),
    )
  },
}
