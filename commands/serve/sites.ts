import type { Hono } from 'hono'
import { isLoopback } from '../../api/lib/text'
import type { AppEnv } from '../../api/http/request'
import { HSTS_LIFETIME_SECONDS } from '../../api/http/responses'
import type { SiteLookups } from '../../api/features/profiles/site-lookups'
import type { PublicUrls } from '../../api/ports/services'
import { particularHead, pathOfPage, withHead } from './page-head'
import { createStaticServer } from './static-server'

interface SiteServerOptions {
  /** dist/site */
  folder: string
  urls: PublicUrls
  /** Null while the API is not up: then pages say nothing particular. */
  lookUps: () => SiteLookups | null
  /** TRUST_PROXY */
  trustProxyHops: number
}

/** The TrustTag site as it was built, with a head of its own for every TrustTag and profile. */
export function createSiteServer({ folder, urls, lookUps, trustProxyHops }: SiteServerOptions): Hono<AppEnv> {
  const headers = {
    'Content-Security-Policy': sitePolicy(urls.api),
    // Of this host alone: others of its domain may be somebody else's.
    ...(urls.site.startsWith('https:') && { 'Strict-Transport-Security': `max-age=${HSTS_LIFETIME_SECONDS}` }),
  }

  async function rewrite(page: string, pathname: string, address: string): Promise<string | null> {
    const known = lookUps()
    const appId = /data-memberstack-app="([^"]+)"/.exec(page)?.[1] ?? ''
    const head = known && (await particularHead(known, urls, { pathname, appId, address }))
    return head && withHead(page, head)
  }

  return createStaticServer({
    folder,
    transformText: (text) => replaceOrigins(text, urls),
    answersFor: hostCheck(urls.site),
    headersFor: () => headers,
    isImmutable: (pathname) => /^\/assets\/.*-[\w-]{8}\.\w+$/.test(pathname),
    standsFor: pathOfPage,
    rewrite: { trustProxyHops, page: rewrite },
    notFound: '404.html',
  })
}

/** Pages below it are served with the strictest policy a site builder may have. */
const STRICT_FOLDER = '/csp/'

/**
 * The demo pages straight from the source tree: a saved page shows on the next reload.
 * @param folder demo-pages
 */
export function createDemoServer(folder: string, urls: PublicUrls): Hono<AppEnv> {
  const strict = { 'Content-Security-Policy': strictDemoPolicy(urls.api) }
  return createStaticServer({
    folder,
    transformText: (text) => replaceOrigins(text, urls),
    answersFor: hostCheck(urls.demo),
    headersFor: (pathname) => (pathname.startsWith(STRICT_FOLDER) ? strict : {}),
    isImmutable: () => false,
  })
}

/** What documents in the repository and in the build say literally; it is the address of a development machine. */
const WRITTEN: Record<string, keyof PublicUrls> = { '4000': 'site', '4001': 'api', '4002': 'demo' }

/**
 * Puts the public addresses in the place of `http://localhost:4000`, `4001` and `4002`.
 * @param text a whole document
 * @param urls without trailing slashes
 */
export function replaceOrigins(text: string, urls: PublicUrls): string {
  // One pass, so that an address put in is never taken for one to replace.
  return text.replace(/http:\/\/localhost:(\d+)/g, (found, port: string) => {
    const part = WRITTEN[port]
    return part ? urls[part] : found
  })
}

/**
 * Which host names a server answers for: the one of its public address, and those that only lead from this machine to itself,
 * such as `live.localhost` or what a proxy on the same machine sends.
 * @param publicUrl as the world knows the server
 */
export function hostCheck(publicUrl: string): (hostname: string) => boolean {
  const own = new URL(publicUrl).hostname
  return (hostname) => hostname === own || isLoopback(hostname)
}

/**
 * The policy of the TrustTag site: its own files and the API, and no way to make markup from text. Pages ask their own site for
 * nothing; tools that look at a page do, for its `robots.txt`, and are held to the same policy.
 */
function sitePolicy(api: string): string {
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
function strictDemoPolicy(api: string): string {
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
