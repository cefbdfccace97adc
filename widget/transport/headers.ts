import { CLIENT_VERSION } from '../../contract/limits'

export interface HeaderFacts {
  appId: string
  /** The key of the install tag or of the app's answer; until one is known the app id stands in. */
  publicKey: string | null
  token: string | undefined
  visitSessionId: string | null
  /** `location.pathname`: percent-encoded, and without the query, which may hold what is nobody's business. */
  pagePath: string
  hasJson: boolean
}

/** Header names and values are those of the published client, so that one server answers both. */
export function requestHeaders(facts: HeaderFacts): Record<string, string> {
  const headers: Record<string, string> = {
    'X-API-Key': facts.publicKey ?? facts.appId,
    'X-APP-ID': facts.appId,
    'X-User-Agent': `@memberstack/client@${CLIENT_VERSION}`,
    'referring-path': facts.pagePath,
  }
  if (facts.token) headers['Authorization'] = `Bearer ${facts.token}`
  if (facts.visitSessionId) headers['X-Session-ID'] = facts.visitSessionId
  if (facts.hasJson) headers['Content-Type'] = 'application/json'
  return headers
}
