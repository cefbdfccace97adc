import type { Hono } from 'hono'
import { isLoopback } from '../../api/lib/text'
import type { AppEnv } from '../../api/http/request'
import { HSTS_LIFETIME_SECONDS } from '../../api/http/responses'
import type { SiteLookups } from '../../api/features/profiles/profile'
import type { PublicUrls } from '../../api/http/services'
import { particularHead, pathOfPage, withHead } from './page-head'
import { createStaticServer } from './static-server'

interface SiteServerOptions {
  /** dist/site */
  folder: string
  urls: PublicUrls
  /** Null until the API is up; pages then keep their generic head. */
  lookUps: () => SiteLookups | null
  /** TRUST_PROXY */
  trustProxyHops: number
}

/** Serves the built site, with its own head for each TrustTag and profile. */
export function createSiteServer({ folder, urls, lookUps, trustProxyHops }: SiteServerOptions): Hono<AppEnv> {
  const headers = {
    'Content-Security-Policy': sitePolicy(urls.api),
    // Without includeSubDomains: other hosts of the domain may not be ours.
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
    // It suggests skills with a similar name.
    notFound: (pathname) => (/^\/skills\/[^/]+\/?$/.test(pathname) ? '404-skill.html' : '404.html'),
  })
}

/** Pages below it get the strictest policy that a site builder may use. */
const STRICT_FOLDER = '/csp/'

/**
 * Serves the source files, so that a saved page shows on reload.
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

/** Development origins that documents contain literally, by port. */
const WRITTEN: Record<string, keyof PublicUrls> = { '4000': 'site', '4001': 'api', '4002': 'demo' }

/**
 * Replaces `http://localhost:4000`, `4001` and `4002` with the public URLs.
 * @param text a whole document
 * @param urls without trailing slashes
 */
export function replaceOrigins(text: string, urls: PublicUrls): string {
  // One pass, so that an inserted URL is not replaced again.
  return text.replace(/http:\/\/localhost:(\d+)/g, (found, port: string) => {
    const part = WRITTEN[port]
    return part ? urls[part] : found
  })
}

/**
 * Accepts the public host name and loopback names, such as `live.localhost` or what a local proxy sends.
 * @param publicUrl the server's public URL
 */
export function hostCheck(publicUrl: string): (hostname: string) => boolean {
  const own = new URL(publicUrl).hostname
  return (hostname) => hostname === own || isLoopback(hostname)
}

/**
 * The site's own files and the API, and no markup from text. `connect-src 'self'` is for audit tools that fetch
 * `robots.txt` from the page.
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

/** The widget must work under this policy. */
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
