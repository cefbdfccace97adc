import type { Hono } from 'hono'
import type { PublicUrls } from '../../api/ports/services'
import { sitePolicy } from './content-security-policy'
import { hostCheck } from './host-check'
import { replaceOrigins } from './replace-origins'
import { createStaticServer } from './static-server'

/**
 * The TrustTag site as it was built.
 * @param folder dist/site
 */
export function createSiteServer(folder: string, urls: PublicUrls): Hono {
  const headers = { 'Content-Security-Policy': sitePolicy(urls.api) }
  return createStaticServer({
    folder,
    transformText: (text) => replaceOrigins(text, urls),
    answersFor: hostCheck(urls.site),
    headersFor: () => headers,
    isImmutable: (pathname) => /^\/assets\/.*-[\w-]{8}\.\w+$/.test(pathname),
    // The ID of a TrustTag may stand behind the path of the page that looks it up.
    standsFor: (pathname) => pathname.replace(/^\/verify\/[^/]+\/?$/, '/verify'),
    notFound: '404.html',
  })
}
