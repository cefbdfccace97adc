import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'
import type { Context, Handler } from 'hono'
import { ApiError } from '../lib/errors'
import type { AppEnv } from './request'
import type { EndpointSchema } from '../../contract/schemas/schema'

/** Others are no reason to remember anything: whoever calls may send whatever they like as a method. */
const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Finds routes as Hono's general router does, and remembers what it found for paths without parameters. The router that would
 * be quick for all of them takes no path with a parameter where another one has a word.
 */
export class StaticPathRouter<T> implements Router<T> {
  readonly name = 'StaticPathRouter'
  readonly #router = new TrieRouter<T>()
  readonly #static = new Set<string>()
  readonly #found = new Map<string, Result<T>>()

  add(method: string, path: string, handler: T): void {
    this.#router.add(method, path, handler)
    if (!/[:*{?]/u.test(path)) this.#static.add(path)
    this.#found.clear()
  }

  match(method: string, path: string): Result<T> {
    const key = `${method} ${path}`
    const known = this.#found.get(key)
    if (known) return known
    const found = this.#router.match(method, path)
    if (this.#static.has(path) && METHODS.has(method)) this.#found.set(key, found)
    return found
  }
}

/** Answers every method that a path lacks, naming the ones it has; `OPTIONS` itself gets them as an empty answer. */
export function methodNotAllowed(methods: readonly string[]): Handler<AppEnv> {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  return (context) => {
    context.header('Allow', allow)
    if (context.req.method === 'OPTIONS') return context.body(null, 204)
    throw new ApiError('method-not-allowed')
  }
}

/** One endpoint with what its input is checked against and who answers it. */
export interface Route<Endpoint, Answer> {
  /** In the table of the contract. */
  name: string
  endpoint: Endpoint
  input: EndpointSchema['input']
  answer: Answer
}

/** The tables of the contract and the handlers, brought together by name. Their own types make that nothing is missing. */
export function routesOf<Endpoint, Answer>(
  endpoints: Readonly<Record<string, Endpoint>>,
  schemas: Readonly<Record<string, EndpointSchema>>,
  answers: Readonly<Record<string, Answer>>,
): Route<Endpoint, Answer>[] {
  return Object.entries(endpoints).map(([name, endpoint]) => {
    const [answer, schema] = [answers[name], schemas[name]]
    if (!answer || !schema) throw new Error(`The endpoint ${name} has no handler or no schema.`)
    return { name, endpoint, answer, input: schema.input }
  })
}

/** The parameters of the path. @throws ApiError `not-found` for one that no row could be called: databases refuse to look for it */
export function readParams(context: Context<AppEnv>): Record<string, string> {
  const params: Record<string, string> = context.req.param()
  if (Object.values(params).some((value) => value.includes('\u0000'))) throw new ApiError('not-found')
  return params
}
