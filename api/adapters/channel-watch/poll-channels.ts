import type { Logger } from 'pino'
import type { ChannelWatch } from '../../ports/channel-watch'
import type { Channel, CommentRepository } from '../../ports/comment-store'

interface Watched {
  channel: Channel
  version: number | null
  listeners: Set<(version: number) => void>
}

export interface PollOptions {
  comments: Pick<CommentRepository, 'versionOf'>
  log: Logger
  /** How often channels that somebody watches are looked at. */
  intervalMs?: number
  /** Of all who watch at once. */
  watchersMax?: number
}

/**
 * Looks at the version of each channel that somebody watches, once for all of them: so changes of every process on the
 * database are seen, and nothing is asked while nobody watches.
 */
export function pollChannels({ comments, log, intervalMs = 1_000, watchersMax = 2_000 }: PollOptions): ChannelWatch {
  const watched = new Map<string, Watched>()
  const stopping = new Set<() => void>()
  let watchers = 0
  let timer: NodeJS.Timeout | null = null
  let isStopped = false

  async function look(one: Watched): Promise<void> {
    const version = await comments.versionOf(one.channel)
    if (version === one.version) return
    one.version = version
    for (const listener of one.listeners) listener(version)
  }

  function schedule(): void {
    if (timer || isStopped || watched.size === 0) return
    timer = setTimeout(() => {
      const round = Promise.all([...watched.values()].map(look))
      round
        .catch((error: unknown) =>
          log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'channels could not be looked at'),
        )
        .finally(() => {
          timer = null
          schedule()
        })
    }, intervalMs)
    timer.unref()
  }

  return {
    watch(channel, onChange) {
      if (isStopped || watchers >= watchersMax) return null
      const key = JSON.stringify([channel.appId, channel.mode, channel.channelKey])
      const one = watched.get(key) ?? { channel, version: null, listeners: new Set() }
      watched.set(key, one)
      one.listeners.add(onChange)
      watchers += 1
      if (one.version !== null) onChange(one.version)
      else void look(one).catch(() => {})
      schedule()
      return () => {
        if (!one.listeners.delete(onChange)) return
        watchers -= 1
        if (one.listeners.size === 0) watched.delete(key)
      }
    },
    stop() {
      isStopped = true
      if (timer) clearTimeout(timer)
      watched.clear()
      for (const tell of stopping) tell()
      stopping.clear()
    },
    onStop(tell) {
      stopping.add(tell)
      return () => void stopping.delete(tell)
    },
  }
}
