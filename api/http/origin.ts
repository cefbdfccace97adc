import { ApiError } from '../domain/api-error'
import { httpOrigin } from '../features/apps/identify-app'

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
