import { askProvider } from '../ask-provider'
import { providerError } from '../provider-error'
import type { ProfileSource } from './read-profile'

export interface ProfileSourceOptions extends Pick<ProfileSource, 'url' | 'accessToken' | 'clientSecret'> {
  provider: string
  headers: Readonly<Record<string, string>>
  signal: AbortSignal
}

/** Calls with an access token, which travels in a header: addresses end up in logs. */
export function createProfileSource(options: ProfileSourceOptions): ProfileSource {
  const { provider, accessToken, signal } = options
  const headers = { ...options.headers, authorization: `Bearer ${accessToken}` }
  return {
    ...options,

    async ask(url) {
      const { status, body } = await askProvider({ provider, url, headers, signal })
      if (status >= 400)
        throw providerError('account-connect-failed', provider, `refused its own token with status ${status}`)
      if (isObject(body)) return body
      throw providerError('provider-unavailable', provider, 'described nobody')
    },

    async askForMore(url) {
      const { status, body } = await askProvider({ provider, url, headers, signal })
      return status < 400 ? body : undefined
    },
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
