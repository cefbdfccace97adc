import { performance } from 'node:perf_hooks'
import type { DatabaseWatch } from './transaction'
import type { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { toStoreError } from './errors'

/** In the statement's column order. */
export type Values = readonly unknown[]

/**
 * First row of a read that every request makes, outside transactions; undefined without a row. Prepared once: Kysely takes longer than the
 * read itself.
 */
export type Lookup = (parameters: readonly unknown[]) => Promise<Values | undefined>

/** @param sql with the driver's own placeholders */
export type PrepareLookup = (sql: string) => Lookup

export function watchLookups(prepare: PrepareLookup, watch: DatabaseWatch | undefined): PrepareLookup {
  if (watch === undefined) return prepare
  return (sql) => {
    const find = prepare(sql)
    return async (parameters) => {
      const startedAt = performance.now()
      const tell = (isFailed: boolean) => watch.queried((performance.now() - startedAt) / 1000, isFailed)
      try {
        const found = await find(parameters)
        tell(false)
        return found
      } catch (error) {
        tell(true)
        throw error
      }
    }
  }
}

/** Running statements of one lookup; later calls share the next statement. */
const STATEMENTS_MAX = 2
/** A slower statement stops counting as running: one broken connection must not block all others. */
const SLOW_MS = 100
const BATCH_MAX = 64

/**
 * Transaction poolers lose prepared names. 26000: unknown name; 42P05: a name that another process prepared. Nothing has run in either
 * case.
 */
const NAME_REFUSED = new Set(['26000', '42P05'])
/** A migration changed a column under a prepared statement. */
const PLAN_OUTDATED = '0A000'

export interface PostgresLookUpOptions {
  pool: Pick<Pool, 'query'>
  insideTransaction: AsyncLocalStorage<true>
  watch?: DatabaseWatch | undefined
}

/**
 * Concurrent lookups of one kind share a statement: one round trip for many, and nothing is cached. Prepared by name; sent as text behind a
 * pooler that loses names.
 */
export function postgresLookups({ pool, insideTransaction, watch }: PostgresLookUpOptions): PrepareLookup {
  let knowsNames = true
  const send = async (statement: Statement, values: readonly unknown[][]): Promise<Values[]> => {
    const query = { text: statement.text, values: [...values], rowMode: 'array' as const }
    if (!knowsNames) return (await pool.query<unknown[]>(query)).rows
    try {
      return (await pool.query<unknown[]>({ ...query, name: statement.name })).rows
    } catch (error) {
      const code = codeOf(error)
      if (!NAME_REFUSED.has(code) && code !== PLAN_OUTDATED) throw error
      if (NAME_REFUSED.has(code)) knowsNames = false
      return (await pool.query<unknown[]>(query)).rows
    }
  }
  const ask = async (statement: Statement, values: readonly unknown[][]): Promise<Values[]> => {
    const startedAt = performance.now()
    let isFailed = true
    try {
      const rows = await send(statement, values)
      isFailed = false
      return rows
    } catch (error) {
      throw toStoreError(error)
    } finally {
      watch?.queried((performance.now() - startedAt) / 1000, isFailed)
    }
  }
  return (sql) => {
    const find = batched(sql, ask)
    return (parameters) => {
      if (insideTransaction.getStore()) throw new Error('Inside a transaction, use only its own `Tx`.')
      return find(parameters)
    }
  }
}

interface Asked {
  parameters: readonly unknown[]
  resolve: (found: Values | undefined) => void
  reject: (error: unknown) => void
}

/** Collects calls of one event loop turn, and while `STATEMENTS_MAX` statements run. */
function batched(sql: string, ask: (statement: Statement, values: unknown[][]) => Promise<Values[]>): Lookup {
  let statement: Statement | null = null
  let waiting: Asked[] = []
  let underWay = 0
  let isScheduled = false

  const schedule = (): void => {
    if (isScheduled || waiting.length === 0 || underWay >= STATEMENTS_MAX) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      void run(waiting.splice(0, BATCH_MAX))
      schedule()
    })
  }
  const run = async (batch: readonly Asked[]): Promise<void> => {
    const leave = enter()
    try {
      statement ??= toBatch(sql, batch[0]?.parameters ?? [])
      const columns = statement.types.map((_, place) => batch.map(({ parameters }) => parameters[place]))
      const found = new Map<unknown, Values>()
      for (const row of await ask(statement, columns)) found.set(row.at(-1), row)
      for (const [place, { resolve }] of batch.entries()) resolve(found.get(place + 1))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      leave()
    }
  }
  const enter = (): (() => void) => {
    let isIn = true
    underWay += 1
    const leave = (): void => {
      clearTimeout(timer)
      if (!isIn) return
      isIn = false
      underWay -= 1
      schedule()
    }
    const timer = setTimeout(leave, SLOW_MS).unref()
    return leave
  }
  return (parameters) =>
    new Promise((resolve, reject) => {
      waiting.push({ parameters, resolve, reject })
      schedule()
    })
}

interface Statement {
  /** Derived from the text, so one name never has two texts. */
  name: string
  text: string
  /** Types of the parameters, each of which is an array. */
  types: readonly string[]
}

/** The statement for an array of parameters; its last column is the index, from 1. */
function toBatch(sql: string, parameters: readonly unknown[]): Statement {
  const types = parameters.map((value) => (typeof value === 'number' ? 'bigint' : 'text'))
  const lists = types.map((type, index) => `$${index + 1}::${type}[]`)
  const names = types.map((_, index) => `p${index + 1}`)
  const one = sql.replaceAll(/\$(\d+)/gu, 'asked.p$1')
  const text = `select found.*, asked.place::integer
    from unnest(${lists.join(', ')}) with ordinality as asked (${names.join(', ')}, place)
    cross join lateral (${one}) as found`
  const name = `look-up-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
  return { name, text, types }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
