import { unknownError } from '../../../contract/errors'
import { isRecord } from '../../lib/is-record'

/** The sentence of what a call rejected with; there is always one. */
export function messageOf(reason: unknown): string {
  const message = isRecord(reason) ? reason['message'] : null
  return typeof message === 'string' && message ? message : unknownError.message
}
