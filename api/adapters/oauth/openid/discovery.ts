import * as v from 'valibot'
import { isLoopback } from '../../../lib/text'
import { askProvider } from '../ask-provider'
import { providerError } from '../provider-error'

const CACHE_MS = 60 * 60 * 1000

const address = v.pipe(v.string(), v.url())
const metadata = v.object({
  issuer: v.string(),
  authorization_endpoint: address,
  token_endpoint: address,
  jwks_uri: address,
  userinfo_endpoint: v.optional(address),
  token_endpoint_auth_methods_supported: v.optional(v.array(v.string()), ['client_secret_basic']),
  authorization_response_iss_parameter_supported: v.optional(v.boolean(), false),
})

/** What an issuer says of itself (OpenID Connect Discovery). */
export type IssuerMetadata = v.InferOutput<typeof metadata>

export interface Discovery {
  /** @throws ApiError `provider-unavailable` */
  read(signal: AbortSignal): Promise<IssuerMetadata>
  /** What it said seems to hold no longer: it is asked again. */
  forget(): void
}

export interface DiscoveryOptions {
  provider: string
  issuer: string
  now: () => number
}

/** Asks an issuer once an hour; a failure is not kept. */
export function createDiscovery({ provider, issuer, now }: DiscoveryOptions): Discovery {
  let known: { metadata: IssuerMetadata; until: number } | null = null
  return {
    async read(signal) {
      if (known !== null && now() < known.until) return known.metadata
      const found = await discover(provider, issuer, signal)
      known = { metadata: found, until: now() + CACHE_MS }
      return found
    },
    forget() {
      known = null
    },
  }
}

async function discover(provider: string, issuer: string, signal: AbortSignal): Promise<IssuerMetadata> {
  const url = `${issuer.replace(/\/$/u, '')}/.well-known/openid-configuration`
  const { status, body } = await askProvider({ provider, url, signal })
  const read = v.safeParse(metadata, body)
  if (status >= 300 || !read.success)
    throw providerError('provider-unavailable', provider, `answered ${status} without a description of itself`)
  const { output } = read
  // To the letter: whoever may put a file under one address must not speak for another.
  if (output.issuer !== issuer)
    throw providerError('provider-unavailable', provider, 'describes another issuer than the one in the settings')
  const addresses = [output.authorization_endpoint, output.token_endpoint, output.jwks_uri, output.userinfo_endpoint]
  if (!addresses.every((one) => one === undefined || isSafe(one, issuer)))
    throw providerError('provider-unavailable', provider, 'describes an address without https')
  return output
}

/** As safe as the issuer's own, which the settings vouch for. */
function isSafe(url: string, issuer: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === new URL(issuer).protocol && isLoopback(hostname))
}
