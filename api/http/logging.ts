import { type Logger, pino, stdTimeFunctions } from 'pino'
import type { Context, MiddlewareHandler } from 'hono'
import { performance } from 'node:perf_hooks'
import { routePath } from 'hono/route'
import { type AppEnv, factsOf, headersOf, requestHeader, requestIdOf } from './request'
import { ApiError } from '../lib/errors'
import type { RateLimiter } from './rate-limits/limiter'
import type { Caller, SecurityLog, SecurityNote } from '../lib/security-log'
import type { Services } from './services'

/** Each line is scrubbed: messages of libraries may contain secrets. */
export const openLog = ({ logLevel }: { logLevel: string }): Logger =>
  pino({ level: logLevel, timestamp: stdTimeFunctions.isoTime, hooks: { streamWrite: scrubLine } })

/** Credentials in URLs, email addresses, the product's keys and Stripe's, session and bearer tokens. Names, IDs and UUIDs do not match. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/:\/\/[^\s/@"']+@/gu, '://…@'],
  [/[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+/gu, '…@…'],
  [/\b(?:sk|rk|whsec)_[\w+/=-]{8,}/gu, '…'],
  [/\bBearer\s+[^\s"]+/giu, 'Bearer …'],
  [/(?<![\w/.-])[\w-]{43}(?![\w/.-])/gu, '…'],
]

/** @param line JSON with its line break; the result is still JSON */
export function scrubLine(line: string): string {
  let scrubbed = line
  for (const [pattern, instead] of patterns) scrubbed = scrubbed.replace(pattern, instead)
  return scrubbed
}

export interface RequestHooks {
  begin?(context: Context<AppEnv>): void
  /** @param startedAt of `performance.now` */
  end(context: Context<AppEnv>, startedAt: number): void
}

/** One middleware for all hooks: each extra `await next()` costs a cache lookup. */
export function requestHooks(hooks: readonly RequestHooks[]): MiddlewareHandler<AppEnv> {
  const fromInside = hooks.toReversed()
  return async (context, next) => {
    const startedAt = performance.now()
    for (const hook of hooks) hook.begin?.(context)
    await next()
    for (const hook of fromInside) hook.end(context, startedAt)
  }
}

/** One line per response: no query, headers, body or IP address. */
export const requestLog = (log: Logger): RequestHooks => ({
  begin: (context) => context.set('requestId', requestIdOf(requestHeader(headersOf(context), 'x-request-id'))),
  end(context, startedAt) {
    const requestId = context.get('requestId')
    if (!context.get('isWhole')) context.res.headers.set('X-Request-Id', requestId)
    if (!log.isLevelEnabled('info')) return
    const { method, path } = context.req
    const ms = Math.round(performance.now() - startedAt)
    log.info({ requestId, method, path: loggable(path, routePath(context)), status: context.res.status, ms }, 'request')
  },
})

/** The route's pattern instead of IDs and tokens; without a route, the path without its secret parts. */
const loggable = (path: string, pattern: string): string => (pattern.includes('/:') ? pattern : withoutFileName(path))

/** Names of files, links to work samples and TrustTag IDs give access. */
const withoutFileName = (path: string): string =>
  path
    .replace(/^\/(files|work-samples)\/.+/u, '/$1/…')
    .replace(/^\/trusttag\/(verify|tags|profiles)\/[^/]+/u, '/trusttag/$1/…')

/** Log lines name the caller, as far as known when written. */
export function servicesOfRequest(services: Services, caller: Caller): Services {
  const securityLog: SecurityLog = {
    write: (event, facts) => services.securityLog.write(event, { ...factsOf(caller), ...facts }),
  }
  return {
    ...services,
    // Created when used: most requests log nothing.
    get log(): Logger {
      return services.log.child({ requestId: caller.requestId })
    },
    securityLog,
    rateLimiter: reportingLimiter(services.rateLimiter, securityLog),
  }
}

/** Already reported where they were thrown. */
const reported = new WeakSet<ApiError>()

export const isReported = (error: ApiError): boolean => reported.has(error)

/** Reports where the limit is exceeded: some callers get no error, to reveal nothing. */
const reportingLimiter = (rateLimiter: RateLimiter, securityLog: SecurityLog): RateLimiter => ({
  ...rateLimiter,
  async take(limit, key) {
    try {
      await rateLimiter.take(limit, key)
    } catch (error) {
      if (error instanceof ApiError && error.passedLimit) {
        reported.add(error)
        if (error.passedLimit.isFirst) securityLog.write('limit-reached', { reason: limit })
      }
      throw error
    }
  },
})

export function writeNotes(securityLog: SecurityLog, notes: readonly SecurityNote[] = []): void {
  for (const { event, facts } of notes) securityLog.write(event, facts)
}
