import { unknownError } from '../../contract/browser-errors'
import type { MembershipError } from '../../widget/public'

export interface Failure {
  success: false
  /** Why it failed, for the person; empty if the service gave no text. */
  error: string
  /** True if the failure is no answer of the service: it could not be reached, or the call itself broke. */
  unexpected?: true
}

/** What a call of the membership script was rejected with. */
export function describeFailure(rejection: unknown): Failure {
  const failure: Rejection = rejection ?? {}
  const { statusCode = 0 } = failure
  // A status that says no is an answer. Without one the service was unreachable, or something broke on the way.
  if (statusCode >= 400) return { success: false, error: serverText(failure) }
  return { success: false, error: textOf(failure), unexpected: true }
}

/** Anything can be thrown; what the script rejects with has these. `data` is the body of an answer that names no code. */
type Rejection = Partial<MembershipError> & { data?: unknown }

const textOf = ({ message }: Rejection): string => (typeof message === 'string' ? message : '')

/**
 * Where the server gave no text, the script says its own general sentence: then there is none, and each form knows a
 * better one. From a server that is broken altogether the sentence stays, as it has nothing to do with what was typed.
 */
function serverText(failure: Rejection): string {
  const text = textOf(failure)
  if (text !== unknownError.message) return text
  const { statusCode = 0, code } = failure
  const broken = statusCode >= 500 && code === 'unknown-error' && !('data' in failure)
  return broken ? text : ''
}
