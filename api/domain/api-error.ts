import { errors } from '../../contract/errors'
import type { ErrorCode } from '../../contract/errors'

/**
 * An error with two faces: `code` and `message` are for the caller, `cause` is for the log only.
 * A message of its own names what is wrong: a field, a setting; never a value.
 */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  readonly provider: string | undefined

  constructor(
    code: ErrorCode,
    options: { message?: string; cause?: unknown; retryAfterSeconds?: number; provider?: string } = {},
  ) {
    super(options.message ?? errors[code].message, { cause: options.cause })
    this.name = 'ApiError'
    this.code = code
    this.status = errors[code].status
    this.retryAfterSeconds = options.retryAfterSeconds
    this.provider = options.provider
  }
}
