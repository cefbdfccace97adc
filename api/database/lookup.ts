import { performance } from 'node:perf_hooks'
import type { DatabaseWatch } from './watch'
import type { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { toStoreError } from './errors'

/** The columns of a row, in the order of the statement. */
export type Values = readonly unknown[]

/**
 * The first row of a read that every request makes, outside of any transaction; undefined where there is none. It is
 * prepared once: the way of other statements through Kysely takes longer than the read.
 */
export type Lookup = (parameters: readonly unknown[]) => Promise<Values | undefined>

/** @param sql parameters as the engine's driver knows them */
export type PrepareLookup = (sql: string) => Lookup

/** @param watch is told of every look, as of every statement */
export function watchLookups(prepare: PrepareLookup, watch: DatabaseWatch | undefined): PrepareLookup {
  if (watch === undefined) return prepare
  return (sql) => {
    const lookUp = prepare(sql)
    return async (parameters) => {
      const startedAt = performance.now()
      const tell = (isFailed: boolean) => watch.queried((performance.now() - startedAt) / 1000, isFailed)
      try {
        const found = await lookUp(parameters)
        tell(false)
        return found
      } catch (error) {
        tell(true)
        throw error
      }
    }
  }
}

/** Statements of one look-up under way; what arrives meanwhile goes together with the next one. */
const STATEMENTS_MAX = 2
/** A statement that takes longer no longer counts as under way: one broken connection must not hold up all others. */
const SLOW_MS = 100
/** Look-ups in one statement. */
const BATCH_MAX = 64

/**
 * A pooler that hands each transaction to another connection does not know the names that ours made there: 26000 is an unknown
 * name, 42P05 a name that another process made. Both were refused before anything ran.
 */
const NAME_REFUSED = new Set(['26000', '42P05'])
/** A migration changed a column under a prepared statement. */
const PLAN_OUTDATED = '0A000'

export interface PostgresLookUpOptions {
  pool: Pick<Pool, 'query'>
  /** Set while the work of a transaction runs. */
  insideTransaction: AsyncLocalStorage<true>
  /** Is told of every statement. */
  watch?: DatabaseWatch | undefined
}

/**
 * Look-ups of the same kind that arrive together share one statement: the database is asked after each call arrived, so nothing is
 * cached, and a round trip serves many. The statement is prepared by name; behind a pooler that loses names it is sent whole.
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
    const lookUp = batched(sql, ask)
    return (parameters) => {
      if (insideTransaction.getStore()) throw new Error('Inside a transaction only its own `Tx` may be used.')
      return lookUp(parameters)
    }
  }
}

interface Asked {
  parameters: readonly unknown[]
  resolve: (found: Values | undefined) => void
  reject: (error: unknown) => void
}

/** Gathers what arrives in one round of the event loop, and while `STATEMENTS_MAX` statements are under way. */
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
  /** Says what the text is: the same name never stands for two texts. */
  name: string
  text: string
  /** Of the parameters, each of which is a list. */
  types: readonly string[]
}

/** The same statement for a list of parameters; the last column is the place in the list, from 1. */
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
