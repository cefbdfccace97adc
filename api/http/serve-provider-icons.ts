import type { Hono } from 'hono'
import { PROVIDER_ICONS_PATH } from '../domain/social/provider-icon-url'
import { providerIcon } from '../pages/auth-provider/icons'
import type { AppEnv } from './request'
import { methodNotAllowed } from './router'

const A_DAY_SECONDS = 86_400

/** Serves the marks of providers, as pictures, to any page. */
export function bindProviderIcons(app: Hono<AppEnv>): void {
  const path = `${PROVIDER_ICONS_PATH}/:file{[a-z0-9-]+\\.svg}`
  app.get(path, (context) => {
    const provider = context.req.param('file').replace(/\.svg$/u, '')
    return context.body(providerIcon(provider), 200, {
      'Content-Type': 'image/svg+xml; charset=utf-8',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': `public, max-age=${A_DAY_SECONDS}`,
    })
  })
  app.all(path, methodNotAllowed(['GET']))
}
