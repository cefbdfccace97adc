import type { MiddlewareHandler } from 'hono'
import { ApiError } from '../domain/api-error'
import { isLoopback } from '../domain/is-loopback'
import type { AppEnv } from './app-env'

/** Headers by which a proxy says that it stands in between: then whoever asks is not on this machine. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/** A foreign name that was made to point here (DNS rebinding) finds nothing, and neither does what a proxy passes on. */
export const requireLoopbackName: MiddlewareHandler<AppEnv> = async (context, next) => {
  const proxied = PROXY_HEADERS.some((name) => context.req.header(name) !== undefined)
  if (proxied || !isLoopback(new URL(context.req.url).hostname)) throw new ApiError('not-found')
  await next()
}
