import { ApiError } from '../domain/api-error'

/** The Origin header as a normalised http(s) origin, or null when it is absent, `null`, or of another scheme. */
export function httpOrigin(header: string | undefined): string | null {
  if (header === undefined || !URL.canParse(header)) return null
  const url = new URL(header)
  return ['http:', 'https:'].includes(url.protocol) && `${url.origin}/` === url.href ? url.origin : null
}

/**
 * The caller's origin.
 * @returns null when no Origin header came: a server, a script, or a page's own GET
 * @throws {ApiError} `domain-not-permitted` for an opaque origin (`null`: sandboxed frames, local files) or another scheme
 */
export function requireHttpOrigin(header: string | undefined): string | null {
  if (header === undefined) return null
  const origin = httpOrigin(header)
  if (origin === null) throw new ApiError('domain-not-permitted')
  return origin
}
