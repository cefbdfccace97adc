import { TYPING_SECONDS } from '../../../contract/limits'
import { attributes } from '../../attributes'
import { domParsed } from '../../lib/page-lifecycle'
import { reportProblem } from '../../lib/errors'
import type { ChannelInfo } from '../../public'
import { $member } from '../../stores/identity'
import type { DirectiveContext } from '../directive'
import { announce } from '../messages/announce'
import type { ChannelState } from './channel-state'
import { followChannel } from './follow-channel'
import { createList, type List } from './list'
import { postsOf } from './source'

/** What a page shows of one channel. */
export interface Channel extends ChannelState {
  posts: List
  /** Brings it to life. @returns the end of that: what it has put into the page is gone then */
  start: () => () => void
}

export function createChannel(element: Element, context: DirectiveContext): Channel {
  const { client, document, window } = context
  const key = (): string => element.getAttribute(attributes.channel)?.trim() ?? ''
  let typing: number | undefined
  const reads = createReads(document, key, async (before, isLate) => {
    // By then all that is to be copied is there.
    await domParsed(document)
    if (isLate()) return undefined
    if (!state.voice.isConnected) element.append(state.voice)
    const { data } = await client.getChannelInfo({ channelKey: key() })
    const { version, postsVersion } = data
    // Somebody who types changes the version alone.
    if (postsVersion !== before?.postsVersion) await posts.load(isLate)
    if (isLate()) return undefined
    state.info = data
    posts.draw()
    if (version !== before?.version) state.tell('change', { version })
    window.clearTimeout(typing)
    // Nobody tells when somebody has stopped.
    if (data.typing.length > 0) typing = window.setTimeout(() => reads.look(), TYPING_SECONDS * 1000)
    return { version, postsVersion }
  })
  const state = createState(context, key, () => reads.update())
  const posts = createList(state, 'post', postsOf(client, key))
  const start = (): (() => void) => {
    const ends = [
      followChannel(context, key, (version) => reads.look(version)),
      // What is asked for first waits for the member by itself.
      $member.listen(() => reads.startOver(state.info !== undefined)),
    ]
    return () => {
      for (const end of ends) end()
      reads.end()
      state.info = undefined
      window.clearTimeout(typing)
      state.voice.remove()
      posts.clear()
    }
  }
  return Object.assign(state, { posts, start })
}

type Versions = Pick<ChannelInfo, 'version' | 'postsVersion'>

/**
 * Decides when a channel is read: what the stream names while a read is under way is compared with its answer.
 * @param show reads and shows the channel; resolves to the versions that show then, or to nothing when it came too late
 */
function createReads(
  document: Document,
  key: () => string,
  show: (before: Versions | undefined, isLate: () => boolean) => Promise<Versions | undefined>,
) {
  let asked = 0
  let shown = 0
  /** Number of the newest read under way; 0: none. */
  let reading = 0
  /** The newest version that the stream has named since the last read ended. */
  let named = 0
  /** Of what shows; undefined when that is to be read in any case. */
  let known: Versions | undefined
  let isTold = false

  async function read(): Promise<void> {
    const mine = (reading = ++asked)
    try {
      // An answer counts unless one to a later question shows already.
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
    read().catch((error: unknown) => {
      // The next one may succeed.
      if (!isTold) reportProblem('warn', `The comments of "${key()}" could not be loaded.`, error)
      isTold = true
    })
  }
  return {
    /** @param version that the stream names; without one the channel is asked for it */
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
    /** What is still on its way is too late. */
    end(): void {
      shown = ++asked
      known = undefined
      reading = named = 0
    },
  }
}

function createState(context: DirectiveContext, key: () => string, update: () => Promise<void>): ChannelState {
  const { document, window } = context
  const voice = document.createElement('div')
  announce(voice, false)
  // Out of the way of the page's layout.
  voice.style.cssText = 'position:fixed;clip-path:inset(50%)'
  return {
    context,
    key,
    info: undefined,
    rows: new WeakMap(),
    voice,
    update,
    tell: (name, detail) =>
      void window.$msChannelEvents?.dispatchEvent(
        new window.CustomEvent(name, { detail: { channelKey: key(), ...detail } }),
      ),
  }
}
