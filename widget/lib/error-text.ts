import { unknownError } from '../../contract/browser-errors'
import { isRecord } from './is-record'

/**
 * The sentence for people in whatever was thrown; there is always one. What the browser says about an answer that makes
 * no sense is none.
 */
export function errorText(error: unknown): string {
  const text = isRecord(error) && !(error instanceof TypeError) ? error['message'] : error
  return typeof text === 'string' && text ? text : unknownError.message
}
