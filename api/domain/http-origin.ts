/** An origin as a header or an address names it, normalised; null when it is absent, `null`, of another scheme, or more than an origin. */
export function httpOrigin(named: string | undefined): string | null {
  if (named === undefined || !URL.canParse(named)) return null
  const url = new URL(named)
  return ['http:', 'https:'].includes(url.protocol) && `${url.origin}/` === url.href ? url.origin : null
}
