import { createHash, randomBytes } from 'node:crypto'
import { ApiError } from '../../../../api/lib/errors'
import type { ProviderIdentity, SocialProvider } from '../../../../api/features/apps/social-providers'

interface Grant {
  identity: ProviderIdentity
  challenge: string
  nonce: string
  redirectUri: string
}

export interface TestProvider extends SocialProvider {
  /** The redirect parameters after the person consents. */
  consent(authorizeUrl: URL, identity: ProviderIdentity): URLSearchParams
}

export const s256 = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** A provider in memory. A code works once, and only with its own verifier, nonce and redirect URI. */
export function createProvider(key: string): TestProvider {
  const grants = new Map<string, Grant>()
  return {
    key,
    authorize: async ({ state, verifier, nonce, redirectUri, appName }) => {
      const url = new URL(`https://${key}.example/authorize`)
      const asked = { state, nonce, code_challenge: s256(verifier), redirect_uri: redirectUri, app: appName }
      url.search = new URLSearchParams(asked).toString()
      return url
    },
    consent: ({ searchParams }, identity) => {
      const ask = (name: string) => searchParams.get(name) ?? ''
      const code = randomBytes(8).toString('hex')
      const [challenge, nonce, redirectUri] = [ask('code_challenge'), ask('nonce'), ask('redirect_uri')]
      grants.set(code, { identity, challenge, nonce, redirectUri })
      return new URLSearchParams({ state: ask('state'), code })
    },
    identify: async ({ parameters, verifier, nonce, redirectUri }) => {
      if (parameters.get('error') !== null) throw new ApiError('provider-cancelled')
      const code = parameters.get('code') ?? ''
      const grant = grants.get(code)
      grants.delete(code)
      const isRight = grant?.challenge === s256(verifier) && grant.nonce === nonce && grant.redirectUri === redirectUri
      if (!grant || !isRight) throw new ApiError('account-connect-failed')
      return grant.identity
    },
  }
}
