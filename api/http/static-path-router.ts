import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'

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
