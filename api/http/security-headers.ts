import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './app-env'

const HSTS_LIFETIME_SECONDS = 31_536_000

/** What every answer carries unless the route has set its own: data for the caller, never a document, never stored. */
const DEFAULTS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
} as const

/** @param https whether PUBLIC_API_URL is https: then browsers are told to stay there */
export function securityHeaders(https: boolean): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    await next()
    const { headers } = context.res
    for (const [name, value] of Object.entries(DEFAULTS)) if (!headers.has(name)) headers.set(name, value)
    if (https) headers.set('Strict-Transport-Security', `max-age=${HSTS_LIFETIME_SECONDS}`)
  }
}
