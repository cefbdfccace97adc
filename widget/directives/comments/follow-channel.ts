import { tryOrUndefined } from '../../lib/errors'
import type { LiveStream } from '../../transport/live-channel'
import type { DirectiveContext } from '../directive'

/** How often a channel is asked for changes while no stream tells of them. */
const LOOK_MS = 10_000
/** Every so many of these looks the stream is tried again. */
const LOOKS_PER_TRY = 6
/** `EventSource.OPEN`; a browser opens again by itself what broke, but not what was refused. */
const OPEN = 1
const CLOSED = 2

/**
 * Looks at a channel when its stream names another version, and now and then while there is none: a proxy or a policy
 * may forbid it, or the server has too many. Nothing runs while nobody sees the page.
 * @param look called with the version that the stream names; without one when nothing is known of it
 * @returns the end of it
 */
export function followChannel(
  { document, window, live }: DirectiveContext,
  key: () => string,
  look: (version?: number) => void,
): () => void {
  let stream: LiveStream | undefined
  let timer: number | undefined
  let looks = 0
  const onChange = (event: Event): void => look(event instanceof MessageEvent ? Number(event.data) : undefined)
  const tick = (): void => {
    if (stream?.readyState === OPEN) return
    if (live && (!stream || stream.readyState === CLOSED) && looks++ % LOOKS_PER_TRY === 0) {
      stream = tryOrUndefined(() => live(key()))
      stream?.addEventListener('change', onChange)
    }
    look()
  }
  const sleep = (): void => {
    window.clearInterval(timer)
    stream?.close()
    stream = undefined
    looks = 0
  }
  const wake = (): void => {
    sleep()
    if (document.hidden) return
    timer = window.setInterval(tick, LOOK_MS)
    tick()
  }
  document.addEventListener('visibilitychange', wake)
  wake()
  return () => {
    document.removeEventListener('visibilitychange', wake)
    sleep()
  }
}
