import type { ProofMode } from '../proof-paths'

const DID_WEB = /^did:web:([\w.%-]+)(:test)?$/u
const HOST = /^(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/iu

/**
 * The host and mode of an issuer's DID. Everything of an issuer is on its host.
 * @param did as created by `didOf`
 * @returns null for any other DID
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

/** The origin of a URL if it is on this host; otherwise empty. */
export function originOnHost(address: string, host: string): string {
  const origins = [`https://${host}`, `http://${host}`]
  return origins.find((origin) => address.startsWith(`${origin}/`)) ?? ''
}
