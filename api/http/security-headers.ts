import type { Around } from './around'

export const HSTS_LIFETIME_SECONDS = 31_536_000
const STAY_WITH_HTTPS = `max-age=${HSTS_LIFETIME_SECONDS}; includeSubDomains`

/** What every answer carries unless the route has set its own: data for the caller, never a document, never stored. */
const DEFAULTS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
} as const

/** The same for a whole answer. @param https see `securityHeaders` */
export const defaultHeaders = (https: boolean): Readonly<Record<string, string>> => ({
  ...DEFAULTS,
  ...(https && { 'Strict-Transport-Security': STAY_WITH_HTTPS }),
})

/** @param https whether PUBLIC_API_URL is https: then browsers are told to stay there */
export const securityHeaders = (https: boolean): Around => ({
  end(context) {
    if (context.get('isWhole')) return
    const { headers } = context.res
    for (const [name, value] of Object.entries(DEFAULTS)) if (!headers.has(name)) headers.set(name, value)
    if (https) headers.set('Strict-Transport-Security', STAY_WITH_HTTPS)
  },
})
