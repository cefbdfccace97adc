import { networkError, unknownError } from '../../contract/browser-errors'
import { isRecord } from '../lib/is-record'
import type { MembershipError as PublicError } from '../public'

/** What every method of the client rejects with. */
export class MembershipError extends Error implements PublicError {
  override readonly name = 'MembershipError'
  readonly code: string
  readonly statusCode: number
  declare readonly retryAfterSeconds?: number
  declare readonly provider?: string
  /** The answer's body as it came, where it named no code. */
  declare readonly data?: unknown

  constructor(
    code: string,
    message: string,
    statusCode: number,
    more: { retryAfterSeconds?: number; provider?: string; data?: unknown },
  ) {
    super(message)
    this.code = code
    this.statusCode = statusCode
    Object.assign(this, more)
  }
}

/** No answer came: unreachable, refused by the browser, aborted or too late. */
export const noAnswer = (): MembershipError =>
  new MembershipError('network-error', networkError.message, networkError.status, {})

/**
 * An answer that is not a success. `{ code, message }` and `{ error: { code, message } }` are both understood.
 * @param body the parsed JSON body, undefined if it was none
 */
export function errorFromBody(body: unknown, statusCode: number): MembershipError {
  const outer = isRecord(body) ? body : {}
  const fields = isRecord(outer['error']) ? outer['error'] : outer
  const message = typeof fields['message'] === 'string' ? fields['message'] : unknownError.message
  const wait = fields['retryAfterSeconds']
  const more = {
    ...(typeof wait === 'number' ? { retryAfterSeconds: wait } : {}),
    ...(typeof fields['provider'] === 'string' ? { provider: fields['provider'] } : {}),
    ...(typeof fields['code'] === 'string' || body === undefined ? {} : { data: body }),
  }
  return new MembershipError(
    typeof fields['code'] === 'string' ? fields['code'] : 'unknown-error',
    message,
    statusCode,
    more,
  )
}
