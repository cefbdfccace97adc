import type { ProofMode } from '../proof-paths'

const DID_WEB = /^did:web:([\w.%-]+)(:test)?$/u
const HOST = /^(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/iu

/**
 * Whose a DID of ours is: everything that belongs to an issuer stands on its host.
 * @param did as `didOf` makes it
 * @returns null for any other
 */
export function issuerHost(did: string): { host: string; mode: ProofMode } | null {
  const [, encoded = '', test] = DID_WEB.exec(did) ?? []
  try {
    const host = decodeURIComponent(encoded)
    const isPlain = HOST.test(host) && encodeURIComponent(host) === encoded
    return isPlain ? { host, mode: test === undefined ? 'live' : 'test' } : null
  } catch {
    return null
  }
}

/** The origin that an address begins with, if it is one of this host; empty for any other. */
export function originOnHost(address: string, host: string): string {
  const origins = [`https://${host}`, `http://${host}`]
  return origins.find((origin) => address.startsWith(`${origin}/`)) ?? ''
}
