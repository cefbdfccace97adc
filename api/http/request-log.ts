import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { AppEnv } from './app-env'

/** Names each request and writes one line when it is answered: no query, no headers, no body, no address. */
export function requestLog(log: Logger): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const requestId = randomUUID()
    context.set('requestId', requestId)
    const startedAt = performance.now()
    await next()
    const { method, path } = context.req
    log.info(
      {
        requestId,
        method,
        path: withoutFileName(path),
        status: context.res.status,
        ms: Math.round(performance.now() - startedAt),
      },
      'request',
    )
  }
}

/** Whoever knows the name of a stored file, the link to a work sample, or the ID of a TrustTag, may see it. */
const withoutFileName = (path: string): string =>
  path
    .replace(/^\/(files|work-samples)\/.+/u, '/$1/…')
    .replace(/^\/trusttag\/(verify|tags|profiles)\/[^/]+/u, '/trusttag/$1/…')
