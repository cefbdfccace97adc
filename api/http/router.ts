import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'
import type { Context, Handler } from 'hono'
import { ApiError } from '../lib/errors'
import type { AppEnv } from './request'
import type { EndpointSchema } from '../../contract/schemas/schema'

/** Only these are cached: callers can send any method. */
const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Hono's general router, with a cache for static paths. Its fastest router rejects a parameter where another path has a word. */
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

/** 405 with the methods of the path; `OPTIONS` gets an empty response with them. */
export function methodNotAllowed(methods: readonly string[]): Handler<AppEnv> {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  return (context) => {
    context.header('Allow', allow)
    if (context.req.method === 'OPTIONS') return context.body(null, 204)
    throw new ApiError('method-not-allowed')
  }
}

export interface Route<Endpoint, Answer> {
  name: string
  endpoint: Endpoint
  input: EndpointSchema['input']
  answer: Answer
}

/** Joins contract and handlers by name; their types guarantee completeness. */
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

/** @throws ApiError `not-found` for a NUL, which databases reject */
export function readParams(context: Context<AppEnv>): Record<string, string> {
  const params: Record<string, string> = context.req.param()
  if (Object.values(params).some((value) => value.includes('\u0000'))) throw new ApiError('not-found')
  return params
}
