import { errors } from '../../contract/errors'
import type { ErrorCode } from '../../contract/errors'
import type { SecurityEventName } from './security-events/security-events'
import type { PassedLimit } from '../ports/security-log'

/**
 * An error with two faces: `code` and `message` are for the caller, `cause` is for the log only.
 * A message of its own names what is wrong: a field, a setting; never a value.
 */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  readonly provider: string | undefined
  /** What the security log calls it, where the code alone does not say. */
  readonly event: SecurityEventName | undefined
  /** With `too-many-requests`: for the log and the counters. */
  readonly passedLimit: PassedLimit | undefined

  constructor(
    code: ErrorCode,
    options: {
      message?: string
      cause?: unknown
      retryAfterSeconds?: number
      provider?: string
      event?: SecurityEventName
      passedLimit?: PassedLimit
    } = {},
  ) {
    super(options.message ?? errors[code].message, { cause: options.cause })
    this.name = 'ApiError'
    this.code = code
    this.status = errors[code].status
    this.retryAfterSeconds = options.retryAfterSeconds
    this.provider = options.provider
    this.event = options.event
    this.passedLimit = options.passedLimit
  }
}
