import type { Hono } from 'hono'
import type { AppEnv } from '../../api/http/request'
import { HSTS_LIFETIME_SECONDS } from '../../api/http/responses'
import type { SiteLookUps } from '../../api/http/site-look-ups'
import type { PublicUrls } from '../../api/ports/services'
import { sitePolicy } from './content-security-policy'
import { hostCheck } from './host-check'
import { withHead } from './page-head'
import { particularHead, pathOfPage } from './particular-pages'
import { replaceOrigins } from './replace-origins'
import { createStaticServer } from './static-server'

export interface SiteServerOptions {
  /** dist/site */
  folder: string
  urls: PublicUrls
  /** Null while the API is not up: then pages say nothing particular. */
  lookUps: () => SiteLookUps | null
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
