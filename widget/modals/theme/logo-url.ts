import { tryOrUndefined } from '../../lib/errors'

/**
 * The address of a logo if it is one that an image may have: http(s), or a raster image in the address itself. Anything
 * else, a script or a drawing that could hold one, is no logo.
 * @param base what a relative address is relative to
 */
export function logoUrl(logo: string | null, base: string): string | null {
  const url = logo ? tryOrUndefined(() => new URL(logo, base)) : null
  return url && /^(https?:|data:image\/(png|jpeg|gif|webp|avif)[;,])/.test(url.href) ? url.href : null
}
