import type { ErrorCode } from '../../contract/errors'
import type { ApiError } from '../domain/api-error'
import type { Caller } from '../ports/security-log'
import type { Services } from '../ports/services'
import { describeError } from './describe-error'
import { tellRefusal } from './tell-refusal'

export type ErrorServices = Pick<Services, 'log' | 'securityLog'>

/** Anybody can cause these: whoever throws them tells the log once. */
const LOGGED_ONCE: ReadonlySet<ErrorCode> = new Set(['webhook-not-configured'])

/**
 * Logs what the owner must look at of an error that a caller is about to be told, under an id that the caller can name; a caller's own
 * mistakes are not logged, what may be an attack goes to the security log.
 * @param caller asked for only where there is something to tell
 */
export function noteError(
  { log, securityLog }: ErrorServices,
  error: ApiError,
  { requestId, caller }: { requestId: string; caller: () => Caller },
): void {
  tellRefusal(securityLog, error, caller)
  if (error.status < 500 || LOGGED_ONCE.has(error.code)) return
  log.error({ requestId, code: error.code, error: describeError(error.cause ?? error) }, 'request failed')
}
