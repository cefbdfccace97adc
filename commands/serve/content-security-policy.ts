/**
 * The policy of the TrustTag site: its own files and the API, and no way to make markup from text. Pages ask their own site for
 * nothing; tools that look at a page do, for its `robots.txt`, and are held to the same policy.
 */
export function sitePolicy(api: string): string {
  return policy({
    'default-src': "'none'",
    'script-src': `'self' ${api}`,
    'style-src': "'self'",
    'img-src': `'self' data: ${api}`,
    'connect-src': `'self' ${api}`,
    'font-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  })
}

/** The strictest policy a careful site builder has: the widget must work under it. */
export function strictDemoPolicy(api: string): string {
  return policy({
    'default-src': "'none'",
    'script-src': "'nonce-n' 'strict-dynamic'",
    'style-src': "'self'",
    'img-src': `'self' data: ${api}`,
    'media-src': api,
    'connect-src': api,
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  })
}

const policy = (directives: Record<string, string>): string =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
