import type { Logger } from 'pino'
import {
  LIVE_NOTIFICATIONS_PER_SECOND,
  LIVE_STREAMS_MAX,
  LIVE_STREAMS_PER_ADDRESS_MAX,
  LIVE_STREAMS_PER_APP_MAX,
} from '../../../contract/limits'
import { networksOf } from '../../domain/caller-networks'
import { reasonOf } from '../../domain/payments/reason-of'
import type { Channel } from './repository'

/** Notifies readers of a channel when something in it changes, whichever process changed it. */
export interface ChannelWatch {
  /**
   * @param address IP address of the caller
   * @param onChange called with the channel's first known version and after changes; all readers together get at most
   *   `LIVE_NOTIFICATIONS_PER_SECOND` calls a second, so versions that are no longer the newest are left out
   * @returns a function that ends the watch; null when a limit on streams is reached
   */
  watch(channel: Channel, address: string, onChange: (version: number) => void): (() => void) | null
  /** Ends every watch and notifies the readers. */
  stop(): void
  /** @param onStop called by `stop` @returns a function that unregisters it */
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
  /** The last version it was notified of. */
  notified: number | null
  onChange: (version: number) => void
}

interface PollOptions {
  /** Returns the versions in the order of the channels. */
  readVersions: (channels: readonly Channel[]) => Promise<number[]>
  log: Logger
  /** How often the versions of watched channels are read. */
  intervalMs?: number
  notificationsPerSecond?: number
}

/** How often a batch of readers is notified. */
const BATCH_MS = 50

/**
 * Reads the versions of all watched channels with one statement a second: polling sees the changes of other processes,
 * and without readers it reads nothing.
 */
export function pollChannels({
  readVersions,
  log,
  intervalMs = 1_000,
  notificationsPerSecond,
}: PollOptions): ChannelWatch {
  const readers = createReaders(createNotifier(notificationsPerSecond))
  const streams = new StreamCounter()
  const onStops = new Set<() => void>()
  let timer: NodeJS.Timeout | null = null
  let isStopped = false

  async function poll(): Promise<void> {
    const channels = readers.channels()
    const versions = await readVersions(channels.map(({ channel }) => channel))
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

/** The readers of each channel. */
function createReaders(notifier: ReturnType<typeof createNotifier>) {
  const watched = new Map<string, Watched>()
  return {
    isEmpty: (): boolean => watched.size === 0,
    channels: (): Watched[] => [...watched.values()],
    /** @returns a function that removes the reader */
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
 * Spreads notifications over time in order of arrival: each makes a page read its channel again, and a busy channel has
 * hundreds of readers. A waiting reader is notified once, of the newest version.
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
  /** After a pause the next batch goes out at once. */
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

/** Counts open streams against the limits of the process, of an app and mode, and of the networks of an IP address. */
class StreamCounter {
  readonly #open = new Map<string, number>()

  /** @returns a function that releases the stream; null when a limit is reached */
  take({ appId, mode }: Channel, address: string): (() => void) | null {
    const shares = [
      { key: 'all', max: LIVE_STREAMS_MAX },
      { key: `app ${appId} ${mode}`, max: LIVE_STREAMS_PER_APP_MAX },
      ...networksOf(address).map(({ key, times }) => ({ key, max: LIVE_STREAMS_PER_ADDRESS_MAX * times })),
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
