import { pino, stdTimeFunctions } from 'pino'
import type { Logger } from 'pino'
import type { Context, MiddlewareHandler } from 'hono'
import { performance } from 'node:perf_hooks'
import type { AppEnv } from './request'
import { routePath } from 'hono/route'
import { factsOf, headersOf, requestHeader, requestIdOf } from './request'
import { ApiError } from '../lib/errors'
import type { RateLimiter } from '../ports/rate-limiter'
import type { Caller, SecurityLog, SecurityNote } from '../lib/security-log'
import type { Services } from '../ports/services'

/**
 * JSON lines on standard output, times in UTC. Callers choose what they log: names, IDs and reasons. What a library may have
 * put into the message of an error is taken out of the whole line.
 */
export const openLog = ({ logLevel }: { logLevel: string }): Logger =>
  pino({ level: logLevel, timestamp: stdTimeFunctions.isoTime, hooks: { streamWrite: scrubLine } })

/**
 * What must not appear in a line, and its replacement: user and password of a URL, email addresses, keys and secrets of ours
 * and of Stripe, session tokens and whatever follows `Bearer`. Names, IDs and UUIDs match none of them.
 */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/:\/\/[^\s/@"']+@/gu, '://…@'],
  [/[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+/gu, '…@…'],
  [/\b(?:sk|rk|whsec)_[\w+/=-]{8,}/gu, '…'],
  [/\bBearer\s+[^\s"]+/giu, 'Bearer …'],
  [/(?<![\w/.-])[\w-]{43}(?![\w/.-])/gu, '…'],
]

/** @param line JSON with its line break; it stays JSON */
export function scrubLine(line: string): string {
  let scrubbed = line
  for (const [pattern, instead] of patterns) scrubbed = scrubbed.replace(pattern, instead)
  return scrubbed
}

/** What runs before a request is answered, and after. */
export interface RequestHooks {
  begin?(context: Context<AppEnv>): void
  /** @param startedAt of `performance.now` */
  end(context: Context<AppEnv>, startedAt: number): void
}

/** All hooks as one middleware: each further `await` of the next one costs a request as much as a look into the cache. */
export function requestHooks(hooks: readonly RequestHooks[]): MiddlewareHandler<AppEnv> {
  const fromInside = hooks.toReversed()
  return async (context, next) => {
    const startedAt = performance.now()
    for (const hook of hooks) hook.begin?.(context)
    await next()
    for (const hook of fromInside) hook.end(context, startedAt)
  }
}

/** Names each request and writes one line when it is answered: no query, no headers, no body, no IP address. */
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

/** IDs, names and tokens appear as the route calls them. A path that leads nowhere appears whole, but for what is known to be secret. */
const loggable = (path: string, pattern: string): string => (pattern.includes('/:') ? pattern : withoutFileName(path))

/** Whoever knows the name of a stored file, the link to a work sample, or the ID of a TrustTag, may see it. */
const withoutFileName = (path: string): string =>
  path
    .replace(/^\/(files|work-samples)\/.+/u, '/$1/…')
    .replace(/^\/trusttag\/(verify|tags|profiles)\/[^/]+/u, '/trusttag/$1/…')

/**
 * The services as one request sees them: what it writes into a log carries who calls. The caller may become better known
 * while the request is served: each line has what is known by then.
 */
export function servicesOfRequest(services: Services, caller: Caller): Services {
  const securityLog: SecurityLog = {
    write: (event, facts) => services.securityLog.write(event, { ...factsOf(caller), ...facts }),
  }
  return {
    ...services,
    // Made when it is used: most requests write nothing.
    get log(): Logger {
      return services.log.child({ requestId: caller.requestId })
    },
    securityLog,
    rateLimiter: reportingLimiter(services.rateLimiter, securityLog),
  }
}

/** Errors of limits that were reported here: the answer of the error does not report them again. */
const reported = new WeakSet<ApiError>()

export const isReported = (error: ApiError): boolean => reported.has(error)

/** Reports a passed limit where it is passed: some callers must not learn of it, and get no error. */
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
