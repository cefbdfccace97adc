import type { ApiError } from '../domain/api-error'
import { refusalEvent } from '../domain/security-events/refusal-event'
import type { Caller, SecurityLog } from '../ports/security-log'
import { factsOf } from './caller-of'
import { isTold } from './services-of-request'

/**
 * Writes the event of an error that a caller is about to be told, where it is one.
 * @param caller asked for only then
 */
export function tellRefusal(securityLog: SecurityLog, error: ApiError, caller: () => Caller): void {
  const refusal = isTold(error) ? null : refusalEvent(error)
  if (refusal === null) return
  const { event, reason } = refusal
  securityLog.write(event, { ...factsOf(caller()), reason })
}
