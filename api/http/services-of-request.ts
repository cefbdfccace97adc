import type { Logger } from 'pino'
import { ApiError } from '../domain/api-error'
import type { RateLimiter } from '../ports/rate-limiter'
import type { Caller, SecurityLog } from '../ports/security-log'
import type { Services } from '../ports/services'
import { factsOf } from './caller-of'

/**
 * The services as one request sees them: what it writes into a log carries who asks. Everything else is inherited, for a
 * copy of so many fields would cost every request more than all it looks up; so they must be taken apart by name, and not
 * spread. The caller may become better known while the request is served: each line has what is known by then.
 * @returns made once for an app, asked for each request
 */
export function createScope(services: Services): (caller: Caller) => Services {
  class OfRequest {
    declare caller: Caller

    // Made when they are asked for: most requests write nothing.
    get log(): Logger {
      return services.log.child({ requestId: this.caller.requestId })
    }

    get securityLog(): SecurityLog {
      return securityLogOf(services.securityLog, this.caller)
    }

    get rateLimiter(): RateLimiter {
      return tellingLimiter(services.rateLimiter, this.securityLog)
    }
  }
  Object.setPrototypeOf(OfRequest.prototype, services)
  return (caller) => {
    const scoped: Services & OfRequest = Object.create(OfRequest.prototype)
    scoped.caller = caller
    return scoped
  }
}

const securityLogOf = (securityLog: SecurityLog, caller: Caller): SecurityLog => ({
  write: (event, facts) => securityLog.write(event, { ...factsOf(caller), ...facts }),
})

/** Limits that were told of here: whoever answers the error tells no second time. */
const told = new WeakSet<ApiError>()

export const isTold = (error: ApiError): boolean => told.has(error)

/** Tells of a passed limit where it is passed: some callers must not learn of it, and get no error. */
const tellingLimiter = (rateLimiter: RateLimiter, securityLog: SecurityLog): RateLimiter => ({
  allows: (limit, key) => rateLimiter.allows(limit, key),
  giveBack: (limit, key) => rateLimiter.giveBack(limit, key),
  clear: (limit, key) => rateLimiter.clear(limit, key),
  async take(limit, key) {
    try {
      await rateLimiter.take(limit, key)
    } catch (error) {
      if (error instanceof ApiError && error.passedLimit) {
        told.add(error)
        if (error.passedLimit.isFirst) securityLog.write('limit-reached', { reason: limit })
      }
      throw error
    }
  },
})
