import { routePath } from 'hono/route'
import type { Logger } from 'pino'
import { performance } from 'node:perf_hooks'
import type { Around } from './around'
import { headersOf, requestHeader } from './request-header'
import { requestIdOf } from './request-id'

/** What one line says of a request. */
interface AnsweredRequest {
  requestId: string
  method: string
  path: string
  /** Of the route: see `tellable`. Asked for only where a line is written. */
  pattern: () => string
  status: number
  /** Of `performance.now`. */
  startedAt: number
}

/** Names each request and writes one line when it is answered: no query, no headers, no body, no address. */
export const requestLog = (log: Logger): Around => ({
  begin: (context) => context.set('requestId', requestIdOf(requestHeader(headersOf(context), 'x-request-id'))),
  end(context, startedAt) {
    const requestId = context.get('requestId')
    if (!context.get('isWhole')) context.res.headers.set('X-Request-Id', requestId)
    const { method, path } = context.req
    const pattern = () => routePath(context)
    logRequest(log, { requestId, method, path, pattern, status: context.res.status, startedAt })
  },
})

export function logRequest(log: Logger, request: AnsweredRequest): void {
  if (!log.isLevelEnabled('info')) return
  const { requestId, method, path, pattern, status, startedAt } = request
  const ms = Math.round(performance.now() - startedAt)
  log.info({ requestId, method, path: tellable(path, pattern()), status, ms }, 'request')
}

/** What stands for an ID, a name or a token is told as the route calls it. Of an address that leads nowhere all is told but what is known to be secret. */
const tellable = (path: string, pattern: string): string => (pattern.includes('/:') ? pattern : withoutFileName(path))

/** Whoever knows the name of a stored file, the link to a work sample, or the ID of a TrustTag, may see it. */
const withoutFileName = (path: string): string =>
  path
    .replace(/^\/(files|work-samples)\/.+/u, '/$1/…')
    .replace(/^\/trusttag\/(verify|tags|profiles)\/[^/]+/u, '/trusttag/$1/…')
