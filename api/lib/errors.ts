import * as v from 'valibot'
import {
  type DefinitionChange,
  type ErrorCode,
  errors,
  type LoginMethod,
  type ReauthenticationMethod,
  type SecondStepChallenge,
} from '../../contract/errors'
import type { SkillRefusal } from '../../contract/skill-refusals'
import type { CaptchaChallenge } from '../../contract/types/captcha-challenge'
import type { PassedLimit, SecurityEventName } from './security-log'

/** `code` and `message` go to the caller, `cause` only to the log. A custom message names a field or a setting, never a value. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  readonly provider: string | undefined
  /** With `too-many-requests`: login methods that still work, best first. */
  readonly methods: readonly (LoginMethod | ReauthenticationMethod)[] | undefined
  /** With `second-factor-required` and `second-factor-setup-required`. */
  readonly step: SecondStepChallenge | undefined
  readonly puzzle: CaptchaChallenge | undefined
  /** With `definition-changed`. */
  readonly changes: readonly DefinitionChange[] | undefined
  /** With `did-you-mean` and `skill-refused`. */
  readonly suggestions: readonly string[] | undefined
  readonly refusal: SkillRefusal | undefined
  /** Event in the security log, where the code is not enough. */
  readonly event: SecurityEventName | undefined
  /** With `too-many-requests`, for logs and metrics. */
  readonly passedLimit: PassedLimit | undefined

  constructor(
    code: ErrorCode,
    options: {
      message?: string
      cause?: unknown
      retryAfterSeconds?: number
      provider?: string
      methods?: readonly (LoginMethod | ReauthenticationMethod)[]
      step?: SecondStepChallenge
      puzzle?: CaptchaChallenge
      changes?: readonly DefinitionChange[]
      suggestions?: readonly string[]
      refusal?: SkillRefusal
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
    this.methods = options.methods ?? options.step?.methods
    this.step = options.step
    this.puzzle = options.puzzle
    this.changes = options.changes
    this.suggestions = options.suggestions
    this.refusal = options.refusal
    this.event = options.event
    this.passedLimit = options.passedLimit
  }
}

/** The error that a caller gets: an ApiError as it is, anything else as `unknown-error`. */
export function toApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('unknown-error', { cause: error })
}

/** A write violated a unique constraint, in either database engine. */
export class UniqueConstraintError extends Error {
  constructor(cause: unknown) {
    super('A unique value already exists.', { cause })
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

/** Only these fields are logged: other properties of an error may hold statement parameters or a request. */
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

/** Validates and normalizes input. Unknown keys are dropped. @throws {ApiError} without the input, which may contain a password */
export function checkInput<Schema extends v.GenericSchema>(schema: Schema, sent: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, sent, { abortEarly: true })
  if (result.success) return result.output
  const [issue] = result.issues
  const code = codeOf(issue)
  throw new ApiError(code, code === 'required-field-missing' ? missing(issue) : {})
}

/** Names the field, if its name is harmless to repeat. */
function missing(issue: v.BaseIssue<unknown>): { message?: string } {
  const field = v.getDotPath(issue)
  return field && /^[\w.-]{1,100}$/.test(field) ? { message: `The required field "${field}" is missing.` } : {}
}

export function codeOf(issue: v.BaseIssue<unknown>): ErrorCode {
  if (isErrorCode(issue.message)) return issue.message
  if (issue.received === 'undefined') return 'required-field-missing'
  return issue.kind === 'schema' ? 'invalid-field-type' : 'invalid-field-value'
}

export function isErrorCode(message: string): message is ErrorCode {
  return Object.hasOwn(errors, message)
}

/** For the log: the message only, which contains no input. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
