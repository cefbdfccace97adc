import { TYPING_SECONDS } from '../../../contract/limits'
import { attributes } from '../../attributes'
import { reportProblem, tryOrUndefined } from '../../lib/errors'
import { domParsed } from '../../lib/page-lifecycle'
import type { ChannelInfo } from '../../public'
import { $member } from '../../stores/identity'
import type { LiveStream } from '../../transport/live-channel'
import type { DirectiveContext } from '../directive'
import { makeLiveRegion } from '../message-elements'
import { adoptTemplates } from './aliases'
import { type ChannelState, createList, type List, orderOf, postsOf } from './list'

/** One channel on the page. */
export interface Channel extends ChannelState {
  posts: List
  /** @returns stops it and removes everything it added to the page */
  start: () => () => void
}

export function createChannel(element: Element, context: DirectiveContext): Channel {
  const { client, document, window } = context
  const key = (): string => element.getAttribute(attributes.channel)?.trim() ?? ''
  let typing: number | undefined
  const reads = createReads(document, key, async (before, isLate) => {
    // The templates must be fully parsed.
    await domParsed(document)
    if (isLate()) return undefined
    adoptTemplates(element)
    if (!state.liveRegion.isConnected) element.append(state.liveRegion)
    const { data } = await client.getChannelInfo({ channelKey: key() })
    const { version, postsVersion } = data
    // Typing changes the version only, not the posts.
    if (postsVersion !== before?.postsVersion) await posts.load(isLate)
    if (isLate()) return undefined
    state.info = data
    posts.draw()
    if (version !== before?.version) state.notify('change', { version })
    window.clearTimeout(typing)
    // No event reports the end of typing.
    if (data.typing.length > 0) typing = window.setTimeout(() => reads.look(), TYPING_SECONDS * 1000)
    return { version, postsVersion }
  })
  const state = createState(context, key, () => reads.update())
  const posts = createList(state, 'post', postsOf(client, key))
  posts.order = orderOf(element.getAttribute(attributes.channelSort))
  const start = (): (() => void) => {
    const ends = [
      followChannel(context, key, (version) => reads.look(version)),
      // The first request waits for the member itself.
      $member.listen(() => reads.startOver(state.info !== undefined)),
    ]
    return () => {
      for (const end of ends) end()
      reads.end()
      state.info = undefined
      window.clearTimeout(typing)
      state.liveRegion.remove()
      posts.clear()
    }
  }
  return Object.assign(state, { posts, start })
}

function createState(context: DirectiveContext, key: () => string, update: () => Promise<void>): ChannelState {
  const { document, window } = context
  const liveRegion = document.createElement('div')
  makeLiveRegion(liveRegion, false)
  // Keep it out of the layout.
  liveRegion.style.cssText = 'position:fixed;clip-path:inset(50%)'
  return {
    context,
    key,
    info: undefined,
    rows: new WeakMap(),
    liveRegion,
    update,
    notify: (name, detail) =>
      void window.$msChannelEvents?.dispatchEvent(
        new window.CustomEvent(name, { detail: { channelKey: key(), ...detail } }),
      ),
  }
}

type Versions = Pick<ChannelInfo, 'version' | 'postsVersion'>

/**
 * Decides when to read a channel. A version that the stream reports during a read is compared with its response.
 * @param show reads and shows the channel; resolves to the shown versions, or to undefined if it came too late
 */
function createReads(
  document: Document,
  key: () => string,
  show: (before: Versions | undefined, isLate: () => boolean) => Promise<Versions | undefined>,
) {
  let started = 0
  let shown = 0
  /** Number of the newest pending read; 0 for none. */
  let reading = 0
  /** The newest version reported by the stream since the last read. */
  let named = 0
  /** The shown versions; undefined forces a read. */
  let known: Versions | undefined
  const reportOnce = createWarning(key)

  async function read(): Promise<void> {
    const mine = (reading = ++started)
    try {
      // Late if the response of a newer read is already shown.
      const now = await show(known, () => mine < (shown = Math.max(shown, mine)))
      if (!now) return
      known = now
      const isBehind = named > Number(now.version)
      named = 0
      if (isBehind) refresh()
    } finally {
      if (reading === mine) reading = 0
    }
  }
  function refresh(): void {
    if (document.hidden) return
    read().catch(reportOnce)
  }
  return {
    /** @param version reported by the stream; without it, the channel is requested */
    look(version = Infinity): void {
      if (version !== Infinity) named = Math.max(named, version)
      if (!reading && !(known && version <= Number(known.version))) refresh()
    },
    update(): Promise<void> {
      known = undefined
      return read()
    },
    startOver(now: boolean): void {
      known = undefined
      if (now) refresh()
    },
    /** Pending responses are late. */
    end(): void {
      shown = ++started
      known = undefined
      reading = named = 0
    },
  }
}

/** Reports only the first failure: the next read may succeed. */
function createWarning(key: () => string): (error: unknown) => void {
  let isReported = false
  return (error) => {
    if (!isReported) reportProblem('warn', `The comments of "${key()}" could not be loaded.`, error)
    isReported = true
  }
}

const POLL_MS = 10_000
/** The stream is reopened every N polls. */
const POLLS_PER_TRY = 6
/** `EventSource.OPEN`. Browsers reopen a broken stream, but not a refused one. */
const OPEN = 1
const CLOSED = 2

/**
 * Looks at a channel when its stream reports another version. Without a stream (blocked by a proxy or CSP, or the
 * server has too many) it polls. Nothing runs on a hidden page.
 * @param look called with the reported version, or without one if unknown
 * @returns stops it
 */
export function followChannel(
  { document, window, live }: DirectiveContext,
  key: () => string,
  look: (version?: number) => void,
): () => void {
  let stream: LiveStream | undefined
  let timer: number | undefined
  let polls = 0
  const onChange = (event: Event): void => look(event instanceof MessageEvent ? Number(event.data) : undefined)
  const poll = (): void => {
    if (stream?.readyState === OPEN) return
    if (live && (!stream || stream.readyState === CLOSED) && polls++ % POLLS_PER_TRY === 0) {
      stream = tryOrUndefined(() => live(key()))
      stream?.addEventListener('change', onChange)
    }
    look()
  }
  const sleep = (): void => {
    window.clearInterval(timer)
    stream?.close()
    stream = undefined
    polls = 0
  }
  const wake = (): void => {
    sleep()
    if (document.hidden) return
    timer = window.setInterval(poll, POLL_MS)
    poll()
  }
  document.addEventListener('visibilitychange', wake)
  wake()
  return () => {
    document.removeEventListener('visibilitychange', wake)
    sleep()
  }
}
