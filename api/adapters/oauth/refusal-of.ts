import { providerError } from './provider-error'
import type { ProviderErrorCode } from './provider-error'
import type { ApiError } from '../../lib/errors'

/**
 * What a code of a provider's means: those of RFC 6749 and OpenID Connect, and where a provider has words of its own,
 * those of its documentation.
 */
const MEANINGS: Record<string, ProviderErrorCode> = {
  access_denied: 'provider-cancelled',
  // LinkedIn
  user_cancelled_login: 'provider-cancelled',
  user_cancelled_authorize: 'provider-cancelled',
  // OpenID Connect: the person would have had to do something, and did not
  login_required: 'provider-cancelled',
  consent_required: 'provider-cancelled',
  interaction_required: 'provider-cancelled',

  // What the owner registered there is not what our settings say.
  invalid_client: 'provider-not-configured',
  unauthorized_client: 'provider-not-configured',
  unsupported_grant_type: 'provider-not-configured',
  unsupported_response_type: 'provider-not-configured',
  invalid_scope: 'provider-not-configured',
  // LinkedIn
  unauthorized_scope_error: 'provider-not-configured',
  // GitHub
  incorrect_client_credentials: 'provider-not-configured',
  redirect_uri_mismatch: 'provider-not-configured',
  application_suspended: 'provider-not-configured',

  server_error: 'provider-unavailable',
  temporarily_unavailable: 'provider-unavailable',
  // Google
  internal_failure: 'provider-unavailable',

  invalid_request: 'account-connect-failed',
  invalid_grant: 'account-connect-failed',
  // GitHub
  bad_verification_code: 'account-connect-failed',
  unverified_user_email: 'account-connect-failed',
}

/** Facebook's: by the number in its error object. */
const GRAPH_MEANINGS: Record<number, ProviderErrorCode> = {
  // "Error validating client secret" at the token endpoint; anywhere else it comes with a status of 5xx.
  1: 'provider-not-configured',
  2: 'provider-unavailable',
  4: 'provider-unavailable',
  101: 'provider-not-configured',
  341: 'provider-unavailable',
}

/**
 * What a provider's `error` means; null: there is none. A code is repeated in the log only if it is a known one.
 * @param error a code, or the object in which Facebook answers
 */
export function refusalOf(provider: string, error: unknown): ApiError | null {
  if (error === undefined || error === null) return null
  if (typeof error === 'string') {
    const meaning = Object.hasOwn(MEANINGS, error) ? MEANINGS[error] : undefined
    if (meaning !== undefined) return providerError(meaning, provider, `refused with ${error}`)
    return providerError('account-connect-failed', provider, 'refused for a reason that is not known here')
  }
  const number = typeof error === 'object' && 'code' in error && typeof error.code === 'number' ? error.code : null
  const what = number === null ? 'refused for a reason that is not known here' : `refused with error ${number}`
  return providerError(GRAPH_MEANINGS[number ?? 0] ?? 'account-connect-failed', provider, what)
}
