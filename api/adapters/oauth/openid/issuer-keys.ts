import { createRemoteJWKSet, customFetch } from 'jose'
import type { JWTVerifyGetKey } from 'jose'
import { askProvider } from '../ask-provider'
import { providerError } from '../provider-error'

/** The keys of an issuer: fetched when first needed, and again when a token names one that is not among them. */
export function createIssuerKeys(provider: string, jwksUri: string): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(jwksUri), {
    // Tokens come from the issuer alone, so an unknown key means that it has a new one, never that somebody tries.
    cooldownDuration: 0,
    [customFetch]: async (url, { headers, signal }) => {
      const { status, body } = await askProvider({ provider, url, headers, signal })
      if (status === 200 && hasKeys(body)) return Response.json(body)
      throw providerError('provider-unavailable', provider, `answered ${status} without keys`)
    },
  })
}

const hasKeys = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'keys' in body && Array.isArray(body.keys)
