import { callbackUrl } from '../../domain/social/callback-url'
import type { Services } from '../../ports/services'
import type { ProviderFlowRow } from '../../ports/provider-store'

/** What an authorization request says (RFC 6749, section 4.1.1; PKCE; OpenID Connect). */
export interface Asked {
  state: string
  nonce: string
  redirectUri: string
  challenge: string
}

/** The fields under which it travels, in the address and in the form. */
export const FIELDS = {
  state: 'state',
  nonce: 'nonce',
  redirectUri: 'redirect_uri',
  challenge: 'code_challenge',
} as const satisfies Record<keyof Asked, string>

/**
 * A request and the way to the provider that it belongs to.
 * @returns null unless such a way is open, in Test Mode, and leads back to where that provider's answers go
 */
export async function readAsked(
  { store, secrets, clock, urls }: Pick<Services, 'store' | 'secrets' | 'clock' | 'urls'>,
  fields: URLSearchParams,
): Promise<{ asked: Asked; flow: ProviderFlowRow } | null> {
  const read = (field: keyof Asked): string => fields.get(FIELDS[field]) ?? ''
  const asked: Asked = {
    state: read('state'),
    nonce: read('nonce'),
    redirectUri: read('redirectUri'),
    challenge: read('challenge'),
  }
  const flow = await store.providerFlows.find(secrets.digest(asked.state), clock.now())
  const isOurs = flow?.mode === 'test' && asked.redirectUri === callbackUrl(urls, flow.provider)
  return isOurs && /^[\w-]{43}$/u.test(asked.challenge) ? { asked, flow } : null
}
