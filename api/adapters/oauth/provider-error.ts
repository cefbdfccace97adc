import { ApiError } from '../../lib/errors'

export type ProviderErrorCode =
  'provider-cancelled' | 'provider-not-configured' | 'provider-unavailable' | 'account-connect-failed'

/**
 * What went wrong with a provider.
 * @param what ends the sentence for the log that begins with the provider's name. It must be words of ours: what a provider
 *   says may hold a token, an address or a line break
 */
export function providerError(code: ProviderErrorCode, provider: string, what: string): ApiError {
  return new ApiError(code, { cause: new Error(`The provider ${provider} ${what}.`) })
}
