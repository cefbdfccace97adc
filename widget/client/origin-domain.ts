/** The page's origin as the server wants it named; nothing for pages that have none (a local file). */
export function originDomain({ location }: Window): { origin_domain?: string } {
  return /^https?:/.test(location.protocol) ? { origin_domain: location.origin } : {}
}
