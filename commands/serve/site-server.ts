import type { Hono } from 'hono'
import type { PublicUrls } from '../../api/ports/services'
import { sitePolicy } from './content-security-policy'
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
    transformHtml: (html) => replaceOrigins(html, urls),
    headersFor: () => headers,
    isImmutable: (pathname) => /^\/assets\/.*-[\w-]{8}\.\w+$/.test(pathname),
    notFound: '404.html',
  })
}
