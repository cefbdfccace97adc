import type { Context, Handler } from 'hono'
import { streamSSE } from 'hono/streaming'
import * as v from 'valibot'
import { LIVE_STREAM_RETRY_SECONDS } from '../../contract/limits'
import { commentSchemas } from '../../contract/schemas/comments'
import { ApiError } from '../lib/errors'
import { channelOf } from '../features/comments/access'
import { identifyApp } from '../domain/identify-app'
import type { Channel } from '../ports/comment-store'
import type { Services } from '../ports/services'
import type { AppEnv } from './request'
import { callerAddress } from './request'
import { releaseSlot } from './fair-queue'
import { requireHttpOrigin } from './cors'

/** Proxies end what is silent for longer. */
const HEARTBEAT_MS = 25_000
/** A browser connects again by itself, so a connection that hangs is given up in the end. */
const STREAM_MAX_MS = 10 * 60 * 1000

/**
 * Server-sent events: `change` with the version of a channel, whenever it is another one. Readers ask for what changed as
 * usual, so the stream carries nothing that is not for everybody. EventSource sends no headers: app and key are in the URL,
 * as `appId` and `key`.
 * @param trustProxyHops TRUST_PROXY
 * @throws ApiError `too-many-requests` (429) past a limit on streams: an EventSource gives up then, and the page polls
 */
export function liveComments(
  services: Pick<Services, 'store' | 'rateLimiter' | 'channelWatch'>,
  trustProxyHops: number,
): Handler<AppEnv> {
  return async (context: Context<AppEnv>) => {
    const address = callerAddress(context, trustProxyHops)
    await services.rateLimiter.take('callsPerAddress', address)
    const channel = await askedChannel(context, services)
    // An answer to HEAD has no body whose end could end the watch.
    return context.req.method === 'HEAD' ? context.body(null) : streamVersions(context, services, channel, address)
  }
}

async function askedChannel(context: Context<AppEnv>, { store }: Pick<Services, 'store'>): Promise<Channel> {
  const { app, mode } = await identifyApp(store.apps, {
    appId: context.req.query('appId'),
    key: context.req.query('key'),
    origin: requireHttpOrigin(context.req.header('origin')),
  })
  const asked = v.safeParse(commentSchemas.getChannelInfo.input, { channelKey: context.req.query('channelKey') })
  if (!asked.success) throw new ApiError('invalid-field-value')
  return channelOf({ app, mode }, asked.output.channelKey)
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
