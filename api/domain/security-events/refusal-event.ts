import type { ErrorCode } from '../../../contract/errors'
import type { ApiError } from '../api-error'
import type { SecurityEventName } from './security-events'

/** Errors that tell an event wherever they come from. Others with status 403 are `access-refused`. */
const eventsByCode: Partial<Record<ErrorCode, SecurityEventName>> = {
  'invalid-credentials': 'login-refused',
  'no-password-set': 'login-refused',
  'use-social-login': 'login-refused',
  'invalid-passwordless-login-code': 'login-refused',
  'invalid-member-ticket': 'login-refused',
  'provider-session-expired': 'login-refused',
  'account-connect-failed': 'login-refused',
  'invalid-reset-code': 'code-refused',
  'client/invalid-token': 'session-refused',
  'invalid-captcha': 'captcha-refused',
  'invalid-secret-key': 'admin-key-refused',
  'domain-not-permitted': 'origin-refused',
  'invalid-webhook-signature': 'signature-refused',
  'invalid-file-type': 'upload-refused',
  'unsupported-file-type': 'upload-refused',
}

/**
 * What the security log is told of an error that a caller is told.
 * @returns null for what is nobody's attack: a typing error, something that is not there, our own failure
 */
export function refusalEvent(error: ApiError): { event: SecurityEventName; reason: string } | null {
  if (error.passedLimit)
    return error.passedLimit.isFirst ? { event: 'limit-reached', reason: error.passedLimit.name } : null
  const event = error.event ?? eventsByCode[error.code] ?? (error.status === 403 ? 'access-refused' : undefined)
  return event === undefined ? null : { event, reason: error.code }
}
