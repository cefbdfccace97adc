import type { Context } from 'hono'
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
  | 'x-request-id'
  | 'x-visitor-token'

/** A header as Node has read it: every request asks for many, and to copy all of them and look for each takes longer. */
export function requestHeader(context: Context<AppEnv>, name: ReadHeader): string | undefined {
  const { headers } = context.env?.incoming ?? {}
  if (headers === undefined) return context.req.header(name)
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}
