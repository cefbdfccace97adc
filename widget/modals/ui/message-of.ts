import { unknownError } from '../../../contract/errors'
import { isRecord } from '../../lib/is-record'

/**
 * The sentence of what a call rejected with; there is always one. What the browser says about an answer that makes no
 * sense is none for the person.
 */
export function messageOf(reason: unknown): string {
  if (reason instanceof TypeError) return unknownError.message
  const message = isRecord(reason) ? reason['message'] : null
  return typeof message === 'string' && message ? message : unknownError.message
}
