import type { Context, MiddlewareHandler } from 'hono'
import { parseUrl } from '../../contract/parse-url'
import { ApiError } from '../domain/api-error'
import { isLoopback } from '../domain/is-loopback'
import type { AppEnv } from './app-env'

/** Headers by which a proxy or a tunnel says that it passes a request on: then the caller is not on this machine. */
const PROXY_HEADERS =
  /^(?:forwarded|via|x-forwarded(?:-.*)?|x-original-.*|x-real-ip|(?:x-|true-)?client-ip|cf-.*|fly-client-ip)$/u

/** A foreign name that was made to point here (DNS rebinding) finds nothing, and neither does what a proxy passes on. */
export const requireLoopbackName: MiddlewareHandler<AppEnv> = async (context, next) => {
  if (!isByLoopbackName(context)) throw new ApiError('not-found')
  await next()
}

/**
 * Whether a request comes from this machine, as far as it says: by a loopback name, in its address and in its Host header, and
 * without a word of a proxy.
 */
export function isByLoopbackName({ req }: Pick<Context, 'req'>): boolean {
  const isProxied = Object.keys(req.header()).some((name) => PROXY_HEADERS.test(name))
  const host = req.header('host')
  const named = host === undefined || isLoopback(parseUrl(`http://${host}`)?.hostname ?? '')
  return !isProxied && named && isLoopback(new URL(req.url).hostname)
}
