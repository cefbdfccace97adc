import { providerError } from './provider-error'
import { refusalOf } from './refusal-of'

/**
 * The code that a provider led back with.
 * @throws ApiError for whatever else it led back with
 */
export function readCode(provider: string, parameters: URLSearchParams): string {
  const refusal = refusalOf(provider, parameters.get('error'))
  if (refusal !== null) throw refusal
  const code = parameters.get('code')
  if (code) return code
  throw providerError('account-connect-failed', provider, 'led back without a code')
}
