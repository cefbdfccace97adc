import type { Pool } from 'pg'
import { toStoreError } from '../../database/errors'
import type { SharedCounters } from './shared-rate-limiter'
import type { Slots } from './shared-window'
import { CLOCK_SKEW_MAX_MS } from './sliding-window'

export interface PostgresCounters extends SharedCounters {
  /** Deletes counters whose windows are over. */
  sweep(now: number): Promise<void>
}

/**
 * Unlogged: it costs no disk writes that wait, and after a crash of the database the windows begin anew. All statements are
 * one transaction: of processes that start together, the second would otherwise fail at the first one's half-made table.
 */
const TABLES = `select pg_advisory_xact_lock(7326445002);
create unlogged table if not exists rate_limit_uses (
  name text primary key, uses bigint[] not null, ends_at bigint not null
);
create unlogged table if not exists rate_limit_shares (
  name text not null, slot bigint not null, uses bigint not null, ends_at bigint not null, primary key (name, slot)
)`

const COUNTS = `used > $2::bigint - $3::bigint and used <= $2::bigint + ${CLOCK_SKEW_MAX_MS}`

/**
 * One statement, so that uses of two processes at once wait for each other and both count. Every use takes its counters from
 * the narrowest to the widest: two of them cannot hold each other up.
 */
const TAKE = `insert into rate_limit_uses as held (name, uses, ends_at)
  select asked.name, array[$2::bigint], $2::bigint + $3::bigint
    from unnest($1::text[]) with ordinality as asked (name, place) order by place
  on conflict (name) do update set
    uses = array_append(array(select used from unnest(held.uses) used where ${COUNTS}), $2::bigint),
    ends_at = greatest(held.ends_at, excluded.ends_at)
  where (select count(*) from unnest(held.uses) used where ${COUNTS})
    < ($4::bigint[])[array_position($1::text[], held.name)]
  returning name`

/** Locks its counters in the order of `TAKE`: a use and a refund at once cannot deadlock. */
const REFUND = `with locked as (
    select held.name from rate_limit_uses held
      join unnest($1::text[]) with ordinality as asked (name, place) on held.name = asked.name
      where cardinality(held.uses) > 0 order by asked.place for update of held
  )
  update rate_limit_uses set uses = trim_array(uses, 1)
    where name in (select name from locked) and cardinality(uses) > 0`

const COUNT = `select name, array(select used from unnest(uses) used where ${COUNTS} order by used) as uses
  from rate_limit_uses where name = any ($1::text[])`

/** The answer is as of before the statement: what it adds is not in it. Rows are locked in one order. */
const EXCHANGE = `with added as (
    insert into rate_limit_shares as held (name, slot, uses, ends_at)
    select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]) as sent (name, slot, uses, ends_at)
      order by name, slot
    on conflict (name, slot) do update set uses = held.uses + excluded.uses
  )
  select shares.name, shares.slot, shares.uses from rate_limit_shares shares
    join unnest($5::text[], $6::bigint[]) as asked (name, oldest) on shares.name = asked.name and shares.slot >= asked.oldest`

/** Rows that a request is just locking are left for the next sweep, so that neither waits for the other. */
const sweepOf = (table: string) =>
  `delete from ${table} where ctid in (select ctid from ${table} where ends_at <= $1 for update skip locked)`

/** Counters that all processes on one database share. */
export async function createPostgresCounters(pool: Pool): Promise<PostgresCounters> {
  const query = async (text: string, values: readonly unknown[] = []) =>
    pool.query<Record<string, unknown>>(text, values.length > 0 ? [...values] : undefined).catch((error: unknown) => {
      throw toStoreError(error)
    })
  const readUses = async (names: readonly string[], windowMs: number, now: number) => {
    const { rows } = await query(COUNT, [names, now, windowMs])
    return new Map(rows.map(({ name, uses }) => [String(name), Array.isArray(uses) ? uses.map(Number) : []]))
  }
  const refund = async (names: readonly string[]) => void (await query(REFUND, [names]))
  await query(TABLES)
  return {
    async take({ counters, windowMs }, now) {
      const names = counters.map(({ name }) => name)
      const { rows } = await query(TAKE, [names, now, windowMs, counters.map(({ max }) => max)])
      if (rows.length === counters.length) return 0
      const counted = rows.map(({ name }) => String(name))
      if (counted.length > 0) await refund(counted)
      const uses = await readUses(names, windowMs, now)
      const waits = counters
        .filter(({ name }) => !counted.includes(name))
        .map(({ name, max }) => {
          const times = uses.get(name) ?? []
          return (times[Math.max(0, times.length - max)] ?? now) + windowMs - now
        })
      return Math.max(1, ...waits)
    },

    async haveRoom({ counters, windowMs }, now) {
      const names = counters.map(({ name }) => name)
      const uses = await readUses(names, windowMs, now)
      return counters.every(({ name, max }) => (uses.get(name)?.length ?? 0) < max)
    },

    refund,

    async clear(name) {
      await query('delete from rate_limit_uses where name = $1', [name])
    },

    async exchange(sent, now) {
      const added = sent.flatMap(({ name, added: slots, keepMs }) =>
        [...slots].map(([slot, uses]) => ({ name, slot, uses, endsAt: now + keepMs })),
      )
      const { rows } = await query(EXCHANGE, [
        added.map(({ name }) => name),
        added.map(({ slot }) => slot),
        added.map(({ uses }) => uses),
        added.map(({ endsAt }) => endsAt),
        sent.map(({ name }) => name),
        sent.map(({ oldestSlot }) => oldestSlot),
      ])
      return sumUp([
        ...rows.map((row) => [String(row['name']), Number(row['slot']), Number(row['uses'])] as const),
        ...added.map(({ name, slot, uses }) => [name, slot, uses] as const),
      ])
    },

    async sweep(now) {
      for (const table of ['rate_limit_uses', 'rate_limit_shares']) await query(sweepOf(table), [now])
    },
  }
}

function sumUp(rows: readonly (readonly [name: string, slot: number, uses: number])[]): ReadonlyMap<string, Slots> {
  const totals = new Map<string, Map<number, number>>()
  for (const [name, slot, uses] of rows) {
    const slots = totals.get(name) ?? new Map<number, number>()
    totals.set(name, slots.set(slot, (slots.get(slot) ?? 0) + uses))
  }
  return totals
}
