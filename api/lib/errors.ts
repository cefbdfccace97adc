import * as v from 'valibot'
import { errors } from '../../contract/errors'
import type { ErrorCode, LoginMethod } from '../../contract/errors'
import type { CaptchaChallenge } from '../../contract/types/captcha-challenge'
import type { PassedLimit, SecurityEventName } from './security-log'

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
  /** Its name in the security log, where the code alone does not say. */
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

/** The error that a caller gets: its own if it is an ApiError (adapters map theirs), else `unknown-error`. */
export function toApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('unknown-error', { cause: error })
}

/** A write met a row that already holds its unique value. Both database engines are mapped to this one error. */
export class UniqueConstraintError extends Error {
  constructor(cause: unknown) {
    super('A unique value is already taken.', { cause })
    this.name = 'UniqueConstraintError'
  }
}

export interface ErrorDescription {
  name: string
  message: string
  stack: string | undefined
  code?: string
  cause?: ErrorDescription
}

/**
 * What the log keeps of an error: only these fields, because other properties of an error may carry statement
 * parameters or a request.
 */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { name: 'NotAnError', message: typeof error, stack: undefined }
  return {
    name: error.name,
    message: error.message,
    stack: error.stack,
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}

/**
 * Checks and normalizes what a caller sent. Keys that the schema does not name are dropped.
 * @throws {ApiError} with a code alone: what was sent is never repeated, because it may hold a password
 */
export function checkInput<Schema extends v.GenericSchema>(schema: Schema, sent: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, sent, { abortEarly: true })
  if (result.success) return result.output
  throw new ApiError(codeOf(result.issues[0]))
}

export function codeOf(issue: v.BaseIssue<unknown>): ErrorCode {
  if (isErrorCode(issue.message)) return issue.message
  if (issue.received === 'undefined') return 'required-field-missing'
  return issue.kind === 'schema' ? 'invalid-field-type' : 'invalid-field-value'
}

/** Whether a validation message is one of the error table's codes. */
export function isErrorCode(message: string): message is ErrorCode {
  return Object.hasOwn(errors, message)
}
