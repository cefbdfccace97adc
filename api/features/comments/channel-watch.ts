import { createPoll } from '../../lib/concurrency'
import * as v from 'valibot'
import type { Context, Handler } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Logger } from 'pino'
import {
  LIVE_NOTIFICATIONS_PER_SECOND,
  LIVE_STREAM_RETRY_SECONDS,
  LIVE_STREAMS_MAX,
  LIVE_STREAMS_PER_ADDRESS_MAX,
  LIVE_STREAMS_PER_APP_MAX,
} from '../../../contract/limits'
import { commentSchemas } from '../../../contract/schemas/comments'
import { ApiError, reasonOf } from '../../lib/errors'
import { requireHttpOrigin } from '../../http/cors'
import { releaseSlot } from '../../http/fair-queue'
import { networksOf } from '../../http/rate-limits/limiter'
import { type AppEnv, callerIpAddress } from '../../http/request'
import type { Services } from '../../http/services'
import { identifyApp } from '../apps/identify-app'
import { channelOf } from './serializers'
import type { Channel } from './repository'

declare module '../../http/services' {
  interface Services {
    channelWatch: ChannelWatch
  }
}

/** Notifies readers of changes by any process. */
interface ChannelWatch {
  /**
   * @param ipAddress the caller's IP address
   * @param onChange called with the first known version and after changes; at most `LIVE_NOTIFICATIONS_PER_SECOND` calls a second for all
   * readers together, so outdated versions are skipped
   * @returns ends the watch; null when a limit on streams is reached
   */
  watch(channel: Channel, ipAddress: string, onChange: (version: number) => void): (() => void) | null
  /** Ends every watch and notifies the readers. */
  stop(): void
  /** @param onStop called by `stop` @returns unregisters it */
  onStop(onStop: () => void): () => void
}

interface Watched {
  channel: Channel
  /** Null until the next read. */
  version: number | null
  readers: Set<Reader>
}

interface Reader {
  watched: Watched
  notified: number | null
  onChange: (version: number) => void
}

interface PollOptions {
  readVersions: (channels: readonly Channel[]) => Promise<number[]>
  log: Logger
  intervalMs?: number
  notificationsPerSecond?: number
}

const BATCH_MS = 50

/** One statement a second for all watched channels. Polling sees changes of other processes, and reads nothing without readers. */
export function pollChannels({
  readVersions,
  log,
  intervalMs = 1_000,
  notificationsPerSecond,
}: PollOptions): ChannelWatch {
  const readers = createReaders(createNotifier(notificationsPerSecond))
  const streams = new StreamCounter()
  const onStops = new Set<() => void>()
  const poll = createPoll({
    async work() {
      const channels = readers.channels()
      const versions = await readVersions(channels.map(({ channel }) => channel))
      for (const [index, one] of channels.entries()) readers.setVersion(one, versions[index] ?? 0)
    },
    isNeeded: () => !readers.isEmpty(),
    fail: (error) => log.warn({ reason: reasonOf(error) }, 'could not read the versions of comment channels'),
    pauseMs: intervalMs,
  })

  return {
    watch(channel, ipAddress, onChange) {
      const release = poll.isStopped ? null : streams.take(channel, ipAddress)
      if (!release) return null
      const remove = readers.add(channel, onChange)
      poll.start(intervalMs)
      return () => {
        release()
        remove()
      }
    },
    stop() {
      poll.stop()
      readers.clear()
      for (const onStop of onStops) onStop()
      onStops.clear()
    },
    onStop(onStop) {
      onStops.add(onStop)
      return () => void onStops.delete(onStop)
    },
  }
}

function createReaders(notifier: ReturnType<typeof createNotifier>) {
  const watched = new Map<string, Watched>()
  return {
    isEmpty: (): boolean => watched.size === 0,
    channels: (): Watched[] => [...watched.values()],
    /** @returns removes the reader */
    add(channel: Channel, onChange: Reader['onChange']): () => void {
      const key = JSON.stringify([channel.appId, channel.mode, channel.channelKey])
      const one = watched.get(key) ?? { channel, version: null, readers: new Set() }
      const reader: Reader = { watched: one, notified: null, onChange }
      watched.set(key, one)
      one.readers.add(reader)
      if (one.version !== null) notifier.add(reader)
      return () => {
        one.readers.delete(reader)
        notifier.delete(reader)
        if (one.readers.size === 0 && watched.get(key) === one) watched.delete(key)
      }
    },
    setVersion(one: Watched, version: number): void {
      if (version === one.version) return
      one.version = version
      for (const reader of one.readers) notifier.add(reader)
    },
    clear(): void {
      watched.clear()
      notifier.stop()
    },
  }
}

/**
 * Spreads notifications over time, FIFO: each makes a page read its channel, and a busy channel has hundreds of readers. A waiting reader
 * is
 * notified once, of the newest version.
 */
function createNotifier(perSecond = LIVE_NOTIFICATIONS_PER_SECOND) {
  const batchMax = Math.max(1, Math.round((perSecond * BATCH_MS) / 1000))
  const waiting = new Set<Reader>()
  let timer: NodeJS.Timeout | null = null

  function notifyBatch(): void {
    timer = null
    let left = batchMax
    for (const reader of waiting) {
      waiting.delete(reader)
      const { version } = reader.watched
      if (version === null || version === reader.notified) continue
      reader.notified = version
      reader.onChange(version)
      left -= 1
      if (left === 0) break
    }
    timer = setTimeout(waiting.size > 0 ? notifyBatch : rest, BATCH_MS).unref()
  }
  /** After a pause the next batch is sent at once. */
  function rest(): void {
    timer = null
    if (waiting.size > 0) notifyBatch()
  }
  return {
    add(reader: Reader): void {
      waiting.add(reader)
      timer ??= setTimeout(notifyBatch, 0).unref()
    },
    delete: (reader: Reader): void => void waiting.delete(reader),
    stop(): void {
      if (timer) clearTimeout(timer)
      waiting.clear()
    },
  }
}

/** Limits per process, per app and mode, and per network of an IP address. */
class StreamCounter {
  readonly #open = new Map<string, number>()

  /** @returns releases the stream; null when a limit is reached */
  take({ appId, mode }: Channel, ipAddress: string): (() => void) | null {
    const shares = [
      { key: 'all', max: LIVE_STREAMS_MAX },
      { key: `app ${appId} ${mode}`, max: LIVE_STREAMS_PER_APP_MAX },
      ...networksOf(ipAddress).map(({ key, times }) => ({ key, max: LIVE_STREAMS_PER_ADDRESS_MAX * times })),
    ]
    if (shares.some(({ key, max }) => this.#count(key) >= max)) return null
    for (const { key } of shares) this.#open.set(key, this.#count(key) + 1)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      for (const { key } of shares) this.#release(key)
    }
  }

  #count(key: string): number {
    return this.#open.get(key) ?? 0
  }

  #release(key: string): void {
    const left = this.#count(key) - 1
    if (left > 0) this.#open.set(key, left)
    else this.#open.delete(key)
  }
}

/** Proxies close connections that are silent for longer. */
const HEARTBEAT_MS = 25_000
/** Limits hanging streams; browsers reconnect. */
const STREAM_MAX_MS = 10 * 60 * 1000

/**
 * Server-sent events: `change` with a channel's new version. Readers then fetch the comments, so the stream is public. EventSource sends no
 * headers, so `appId` and `key` are in the URL.
 * @param trustProxyHops TRUST_PROXY
 * @throws ApiError `too-many-requests` (429) past a stream limit: EventSource gives up and the page polls
 */
export function liveComments(
  services: Pick<Services, 'store' | 'rateLimiter' | 'channelWatch'>,
  trustProxyHops: number,
): Handler<AppEnv> {
  return async (context: Context<AppEnv>) => {
    const ipAddress = callerIpAddress(context, trustProxyHops)
    await services.rateLimiter.take('callsPerAddress', ipAddress)
    const channel = await findChannel(context, services)
    // A response to HEAD has no body whose end would end the watch.
    return context.req.method === 'HEAD' ? context.body(null) : streamVersions(context, services, channel, ipAddress)
  }
}

async function findChannel(context: Context<AppEnv>, { store }: Pick<Services, 'store'>): Promise<Channel> {
  const { app, mode } = await identifyApp(store, {
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
  ipAddress: string,
): Response {
  let send: (version: number) => void = () => {}
  const unwatch = channelWatch.watch(channel, ipAddress, (version) => send(version))
  if (!unwatch)
    throw new ApiError('too-many-requests', {
      message: 'Too many live connections are open. Please try again later.',
      retryAfterSeconds: LIVE_STREAM_RETRY_SECONDS,
    })
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
