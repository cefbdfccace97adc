import type { Logger } from 'pino'
import { LIVE_NOTIFICATIONS_PER_SECOND } from '../../../contract/limits'
import { reasonOf } from '../../domain/payments/reason-of'
import type { ChannelWatch } from '../../ports/channel-watch'
import type { Channel, CommentRepository } from '../../ports/comment-store'
import { StreamCounter } from './stream-counter'

interface Watched {
  channel: Channel
  /** Null until the next read. */
  version: number | null
  readers: Set<Reader>
}

interface Reader {
  watched: Watched
  /** The version that it was notified of. */
  notified: number | null
  onChange: (version: number) => void
}

export interface PollOptions {
  comments: Pick<CommentRepository, 'versionsOf'>
  log: Logger
  /** How often the versions of watched channels are read. */
  intervalMs?: number
  notificationsPerSecond?: number
}

/** How often a batch of readers is notified. */
const BATCH_MS = 50

/**
 * Reads the versions of all watched channels by one statement a second, whatever their number: so changes of every process
 * are seen, and nothing is read while nobody watches.
 */
export function pollChannels({ comments, log, intervalMs = 1_000, notificationsPerSecond }: PollOptions): ChannelWatch {
  const readers = createReaders(createNotifier(notificationsPerSecond))
  const streams = new StreamCounter()
  const onStops = new Set<() => void>()
  let timer: NodeJS.Timeout | null = null
  let isStopped = false

  async function poll(): Promise<void> {
    const channels = readers.channels()
    const versions = await comments.versionsOf(channels.map(({ channel }) => channel))
    for (const [index, one] of channels.entries()) readers.setVersion(one, versions[index] ?? 0)
  }
  function schedule(): void {
    if (timer || isStopped || readers.isEmpty()) return
    timer = setTimeout(() => {
      poll()
        .catch((error: unknown) => log.warn({ reason: reasonOf(error) }, 'the versions of channels could not be read'))
        .finally(() => {
          timer = null
          schedule()
        })
    }, intervalMs)
    timer.unref()
  }

  return {
    watch(channel, address, onChange) {
      const release = isStopped ? null : streams.take(channel, address)
      if (!release) return null
      const remove = readers.add(channel, onChange)
      schedule()
      return () => {
        release()
        remove()
      }
    },
    stop() {
      isStopped = true
      if (timer) clearTimeout(timer)
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

/** Who reads which channel. */
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
 * Spreads notifications over time, first come, first served: each makes a page read its channel again, and a busy channel
 * has hundreds of readers. A reader that waits is notified once, of the newest version.
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
  /** The next batch after a pause goes out at once. */
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
