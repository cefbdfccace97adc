import type { Context } from 'hono'
import type { ApiError } from '../domain/api-error'
import { refusalEvent } from '../domain/security-events/refusal-event'
import type { SecurityLog } from '../ports/security-log'
import type { AppEnv } from './app-env'
import { callerAddress } from './caller-address'
import { callerOf, factsOf } from './caller-of'
import { isTold } from './services-of-request'

/** Writes the event of an error that a caller is about to be told, where it is one. */
export function tellRefusal(
  securityLog: SecurityLog,
  context: Context<AppEnv>,
  error: ApiError,
  trustProxyHops: number,
): void {
  const refusal = isTold(error) ? null : refusalEvent(error)
  if (refusal === null) return
  const { event, reason } = refusal
  const caller = context.get('caller') ?? callerOf(context, callerAddress(context, trustProxyHops))
  securityLog.write(event, { ...factsOf(caller), reason })
}
