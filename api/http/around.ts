import type { Context, MiddlewareHandler } from 'hono'
import { performance } from 'node:perf_hooks'
import type { AppEnv } from './app-env'

/** What is done at once before a request is answered, and after. */
export interface Around {
  begin?(context: Context<AppEnv>): void
  /** @param startedAt of `performance.now` */
  end(context: Context<AppEnv>, startedAt: number): void
}

/** All of them as one step: each step that waits for the next one costs a request as much as looking into the cache. */
export function around(parts: readonly Around[]): MiddlewareHandler<AppEnv> {
  const fromInside = parts.toReversed()
  return async (context, next) => {
    const startedAt = performance.now()
    for (const part of parts) part.begin?.(context)
    await next()
    for (const part of fromInside) part.end(context, startedAt)
  }
}
