import { NO_STATUS, type NoAnswer, unknownError } from '../../contract/browser-errors'
import type { LoginMethod, ReauthenticationMethod } from '../../contract/errors'
import { isRecord } from '../lib/values'
import type { MembershipError as PublicError } from '../public'

/** Every method of the client rejects with this error. */
export class MembershipError extends Error implements PublicError {
  override readonly name = 'MembershipError'
  readonly code: string
  readonly statusCode: number
  declare readonly retryAfterSeconds?: number
  declare readonly provider?: string
  declare readonly methods?: readonly (LoginMethod | ReauthenticationMethod)[]
  declare readonly challenge?: string
  declare readonly expires?: number
  /** Only with `proof-of-work-required`, for `provenCall`. */
  declare readonly puzzle?: unknown
  /** The body of the response, if it had no code. */
  declare readonly data?: unknown

  constructor(
    code: string,
    message: string,
    statusCode: number,
    more: Pick<
      MembershipError,
      'retryAfterSeconds' | 'provider' | 'methods' | 'challenge' | 'expires' | 'puzzle' | 'data'
    >,
  ) {
    super(message)
    this.code = code
    this.statusCode = statusCode
    Object.assign(this, more)
  }
}

/** There was no response. */
export const noAnswer = ({ code, message }: NoAnswer): MembershipError =>
  new MembershipError(code, message, NO_STATUS, {})

/**
 * The error of a response. Its body is `{ code, message }` or `{ error: { code, message } }`.
 * @param body the parsed JSON body; undefined if it was not JSON
 */
export function errorFromBody(body: unknown, statusCode: number): MembershipError {
  const outer = isRecord(body) ? body : {}
  const { code, message, provider, retryAfterSeconds, methods, challenge, expires, puzzle } = isRecord(outer['error'])
    ? outer['error']
    : outer
  return new MembershipError(
    isText(code) ? code : 'unknown-error',
    isText(message) ? message : unknownError.message,
    statusCode,
    {
      ...(typeof retryAfterSeconds === 'number' && { retryAfterSeconds }),
      ...(isText(provider) && { provider }),
      ...(Array.isArray(methods) && { methods }),
      ...(isText(challenge) && { challenge }),
      ...(typeof expires === 'number' && { expires }),
      ...(puzzle !== undefined && { puzzle }),
      ...(!isText(code) && body !== undefined && { data: body }),
    },
  )
}

const isText = (value: unknown): value is string => typeof value === 'string'
