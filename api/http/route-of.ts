import type { Context } from 'hono'
import { routePath } from 'hono/route'
import type { AppEnv } from './app-env'

/** Methods that routes are made for; whatever else is sent as one is no name for a counter. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Method and pattern of the route that a request came to: `GET /files/:name`. Never the path itself, which may hold a
 * token, and of which there are as many as anybody likes; `GET none` where nothing is.
 */
export function routeOf(context: Context<AppEnv>): string {
  const method = METHODS.has(context.req.method) ? context.req.method : 'OTHER'
  const pattern = routePath(context)
  return `${method} ${pattern === '*' || pattern === '/*' ? 'none' : pattern}`
}
