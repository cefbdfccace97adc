import type { Context, Handler } from 'hono'
import { streamSSE } from 'hono/streaming'
import * as v from 'valibot'
import { commentSchemas } from '../../contract/schemas/comments'
import { ApiError } from '../domain/api-error'
import { channelOf } from '../domain/comments/require-comments'
import { identifyApp } from '../domain/identify-app'
import type { Services } from '../ports/services'
import type { AppEnv } from './app-env'
import { callerAddress } from './caller-address'
import { requireHttpOrigin } from './origin'

/** Proxies end what is silent for longer. */
const HEARTBEAT_MS = 25_000
/** A browser connects again by itself; so nobody is forgotten for good when a connection hangs. */
const STREAM_MAX_MS = 10 * 60 * 1000

/**
 * Server-sent events: `change` with the version of a channel, whenever it is another one. What changed is asked for as ever,
 * so nothing is told here that not everybody may read. A browser's EventSource sends no headers: app and key stand in the
 * address, as `appId` and `key`.
 * @param trustProxyHops TRUST_PROXY
 */
export function liveComments(
  { store, rateLimiter, channelWatch }: Pick<Services, 'store' | 'rateLimiter' | 'channelWatch'>,
  trustProxyHops: number,
): Handler<AppEnv> {
  return async (context: Context<AppEnv>) => {
    await rateLimiter.take('callsPerAddress', callerAddress(context, trustProxyHops))
    const origin = requireHttpOrigin(context.req.header('origin'))
    const { app, mode } = await identifyApp(store.apps, {
      appId: context.req.query('appId'),
      key: context.req.query('key'),
      origin,
    })
    const asked = v.safeParse(commentSchemas.getChannelInfo.input, { channelKey: context.req.query('channelKey') })
    if (!asked.success) throw new ApiError('invalid-field-value')
    const channel = channelOf({ app, mode }, asked.output.channelKey)
    return streamSSE(context, async (stream) => {
      await new Promise<void>((resolve) => {
        const tell = (version: number): void => void stream.writeSSE({ event: 'change', data: String(version) })
        const unwatch = channelWatch.watch(channel, tell)
        if (!unwatch) {
          resolve()
          return
        }
        const heartbeat = setInterval(() => void stream.writeSSE({ event: 'alive', data: '' }), HEARTBEAT_MS)
        const end = (): void => {
          unwatch()
          forget()
          clearInterval(heartbeat)
          clearTimeout(last)
          resolve()
        }
        const last = setTimeout(end, STREAM_MAX_MS)
        const forget = channelWatch.onStop(end)
        stream.onAbort(end)
      })
    })
  }
}
