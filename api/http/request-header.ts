import type { Context } from 'hono'
import type { AppEnv } from './app-env'

/** Names whose values Node joins as the fetch standard does when one comes twice. */
type JoinedHeader =
  | 'access-control-request-method'
  | 'origin'
  | 'referring-path'
  | 'sec-gpc'
  | 'x-api-key'
  | 'x-app-id'
  | 'x-request-id'
  | 'x-visitor-token'

/** A header as Node has read it: every request asks for many, and to look for each among all takes longer. */
export function requestHeader(context: Context<AppEnv>, name: JoinedHeader): string | undefined {
  const { headers } = context.env?.incoming ?? {}
  if (headers === undefined) return context.req.header(name)
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}
