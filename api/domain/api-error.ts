import { errors } from '../../contract/errors'
import type { ErrorCode, LoginMethod } from '../../contract/errors'
import type { CaptchaChallenge } from '../../contract/types/captcha-challenge'
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
  /** With `too-many-requests`: ways to log in that still work, best first. */
  readonly methods: readonly LoginMethod[] | undefined
  /** With `proof-of-work-required`. */
  readonly puzzle: CaptchaChallenge | undefined
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
      methods?: readonly LoginMethod[]
      puzzle?: CaptchaChallenge
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
    this.methods = options.methods
    this.puzzle = options.puzzle
    this.event = options.event
    this.passedLimit = options.passedLimit
  }
}
