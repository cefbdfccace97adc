import { errors } from '../../contract/errors'
import type { ErrorCode } from '../../contract/errors'

/** Whether a validation message is one of the error table's codes. */
export function isErrorCode(message: string): message is ErrorCode {
  return Object.hasOwn(errors, message)
}
