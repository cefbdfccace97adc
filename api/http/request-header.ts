import type { Context } from 'hono'
import type { IncomingHttpHeaders } from 'node:http'
import type { AppEnv } from './app-env'

/** What Node joins as the fetch standard does when it comes twice, but for `authorization`, of which the first counts. */
type ReadHeader =
  | 'access-control-request-method'
  | 'authorization'
  | 'origin'
  | 'referring-path'
  | 'sec-gpc'
  | 'x-api-key'
  | 'x-app-id'
  | 'x-forwarded-for'
  | 'x-request-id'
  | 'x-visitor-token'

export function requestHeader(headers: IncomingHttpHeaders, name: ReadHeader): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

/**
 * Headers as Node has read them: every request asks for many, and to copy all of them and look for each takes longer. A test that
 * calls `app.request` has no others than those of its `Request`.
 */
export const headersOf = (context: Context<AppEnv>): IncomingHttpHeaders =>
  context.env?.incoming?.headers ?? context.req.header()
