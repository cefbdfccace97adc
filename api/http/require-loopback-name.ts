import type { Context, MiddlewareHandler } from 'hono'
import { ApiError } from '../domain/api-error'
import { isLoopback } from '../domain/is-loopback'
import type { AppEnv } from './app-env'

/** Headers by which a proxy says that it stands in between: then whoever asks is not on this machine. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/** A foreign name that was made to point here (DNS rebinding) finds nothing, and neither does what a proxy passes on. */
export const requireLoopbackName: MiddlewareHandler<AppEnv> = async (context, next) => {
  if (!isByLoopbackName(context)) throw new ApiError('not-found')
  await next()
}

/** Whether who asks is on this machine, as far as the request says. */
export function isByLoopbackName({ req }: Pick<Context, 'req'>): boolean {
  const proxied = PROXY_HEADERS.some((name) => req.header(name) !== undefined)
  return !proxied && isLoopback(new URL(req.url).hostname)
}
