import { parseUrl } from '../../contract/parse-url'

/** An origin as a header or an address names it, normalised; null when it is absent, `null`, of another scheme, or more than an origin. */
export function httpOrigin(named: string | undefined): string | null {
  const url = named === undefined ? null : parseUrl(named)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null
  return `${url.origin}/` === url.href ? url.origin : null
}
