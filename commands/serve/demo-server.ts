import type { Hono } from 'hono'
import type { AppEnv } from '../../api/http/request'
import type { PublicUrls } from '../../api/ports/services'
import { strictDemoPolicy } from './content-security-policy'
import { hostCheck } from './host-check'
import { replaceOrigins } from './replace-origins'
import { createStaticServer } from './static-server'

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
