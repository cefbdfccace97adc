import { consoleEvents, isConsoleEventKind } from '../../contract/admin/events'
import type { ConsoleEventKind } from '../../contract/admin/events'
import { toFailure } from '../lib/failure'
import type { ConsoleClient, Scope } from './client'

export interface EventsOptions {
  client: Pick<ConsoleClient, 'openStream'>
  scope: Scope
  /** A stream is open: what changed before is not in it. */
  onOpen: () => void
  onEvent: (kind: ConsoleEventKind) => void
  /** No stream, until `onOpen`. */
  onClose: () => void
  /** Half to all of a wait, so that pages do not come back together after a restart. Default: random. */
  spread?: () => number
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
/** The server says "alive" every 25 seconds: such a silent stream is dead. */
const SILENCE_MS = 60_000

/**
 * Follows the events of an app: opens a stream, and another one after it ends, with growing waits while none opens.
 * @returns ends it
 */
export function followEvents(options: EventsOptions): () => void {
  const { client, scope, onOpen, onEvent, onClose, spread = () => 0.5 + Math.random() / 2 } = options
  const stopped = new AbortController()

  /** @returns whether the stream was open */
  async function follow(): Promise<boolean> {
    const silent = new AbortController()
    const signal = AbortSignal.any([stopped.signal, silent.signal])
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOpen = false
    const hear = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => silent.abort(), SILENCE_MS)
    }
    try {
      const stream = await client.openStream(consoleEvents.path, { scope, signal })
      hear()
      for await (const name of namesIn(stream)) {
        hear()
        if (!isOpen) onOpen()
        isOpen = true
        if (isConsoleEventKind(name)) onEvent(name)
      }
      return isOpen
    } catch (error) {
      if (isOpen) return true
      throw error
    } finally {
      clearTimeout(timer)
      if (!stopped.signal.aborted) onClose()
    }
  }

  async function keepFollowing(): Promise<void> {
    let failures = 0
    while (!stopped.signal.aborted) {
      let leastMs = 0
      try {
        failures = (await follow()) ? 0 : failures + 1
      } catch (error) {
        failures += 1
        leastMs = (toFailure(error).retryAfterSeconds ?? 0) * 1_000
      }
      const waitMs = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS) * spread()
      await pause(Math.max(waitMs, leastMs), stopped.signal)
    }
  }
  void keepFollowing()
  return () => stopped.abort()
}

/** Names of server-sent events, in their order. */
async function* namesIn(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/u)
      rest = blocks.pop() ?? ''
      for (const block of blocks) yield /^event: ?(.*)$/mu.exec(block)?.[1] ?? 'message'
    }
  } finally {
    await reader.cancel().catch(() => null)
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
