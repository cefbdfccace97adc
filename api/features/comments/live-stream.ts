import { streamSSE } from 'hono/streaming'
import type { Context, Handler } from 'hono'
import * as v from 'valibot'
import { LIVE_STREAM_RETRY_SECONDS } from '../../../contract/limits'
import { commentSchemas } from '../../../contract/schemas/comments'
import { ApiError } from '../../domain/api-error'
import { identifyApp } from '../apps/identify-app'
import type { AppEnv } from '../../http/app-env'
import { callerAddress } from '../../http/caller-address'
import { releaseSlot } from '../../http/fair-queue'
import { requireHttpOrigin } from '../../http/origin'
import type { Services } from '../../ports/services'
import { channelOf } from './access'
import type { Channel } from './repository'

/** Proxies close connections that are silent for longer. */
const HEARTBEAT_MS = 25_000
/** Browsers reconnect, so ending a stream after this time only costs those that hang. */
const STREAM_MAX_MS = 10 * 60 * 1000

/**
 * Server-sent events: `change` with the new version of a channel. Readers then fetch the comments, so the stream is public.
 * EventSource sends no headers, so app and key are in the URL, as `appId` and `key`.
 * @param trustProxyHops TRUST_PROXY
 * @throws ApiError `too-many-requests` (429) past a limit on streams: an EventSource gives up, and the page polls instead
 */
export function liveComments(
  services: Pick<Services, 'store' | 'rateLimiter' | 'channelWatch'>,
  trustProxyHops: number,
): Handler<AppEnv> {
  return async (context: Context<AppEnv>) => {
    const address = callerAddress(context, trustProxyHops)
    await services.rateLimiter.take('callsPerAddress', address)
    const channel = await findChannel(context, services)
    // A response to HEAD has no body whose end would end the watch.
    return context.req.method === 'HEAD' ? context.body(null) : streamVersions(context, services, channel, address)
  }
}

async function findChannel(context: Context<AppEnv>, { store }: Pick<Services, 'store'>): Promise<Channel> {
  const { app, mode } = await identifyApp(store.apps, {
    appId: context.req.query('appId'),
    key: context.req.query('key'),
    origin: requireHttpOrigin(context.req.header('origin')),
  })
  const input = v.safeParse(commentSchemas.getChannelInfo.input, { channelKey: context.req.query('channelKey') })
  if (!input.success) throw new ApiError('invalid-field-value')
  return channelOf({ app, mode }, input.output.channelKey)
}

function streamVersions(
  context: Context<AppEnv>,
  { channelWatch }: Pick<Services, 'channelWatch'>,
  channel: Channel,
  address: string,
): Response {
  let send: (version: number) => void = () => {}
  const unwatch = channelWatch.watch(channel, address, (version) => send(version))
  if (!unwatch) throw new ApiError('too-many-requests', { retryAfterSeconds: LIVE_STREAM_RETRY_SECONDS })
  if (context.env?.outgoing) releaseSlot(context.env.outgoing)
  return streamSSE(context, async (stream) => {
    send = (version) => void stream.writeSSE({ event: 'change', data: String(version) })
    await new Promise<void>((resolve) => {
      const heartbeat = setInterval(() => void stream.writeSSE({ event: 'alive', data: '' }), HEARTBEAT_MS)
      const end = (): void => {
        unwatch()
        unregister()
        clearInterval(heartbeat)
        clearTimeout(last)
        resolve()
      }
      const last = setTimeout(end, STREAM_MAX_MS)
      const unregister = channelWatch.onStop(end)
      stream.onAbort(end)
    })
  })
}
