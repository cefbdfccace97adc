import { TYPING_SECONDS } from '../../../contract/limits'
import { attributes } from '../../attributes'
import { domParsed } from '../../lib/dom-parsed'
import { reportProblem } from '../../lib/report-problem'
import type { ChannelInfo } from '../../public'
import { $member } from '../../stores/member'
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
  let asked = 0
  let shown = 0
  /** Number of the newest read under way; 0: none. */
  let reading = 0
  /** The newest version that the stream has named since the last read began to show. */
  let named = 0
  /** Versions of what shows; undefined when that is to be asked for in any case. */
  let known: Pick<ChannelInfo, 'version' | 'postsVersion'> | undefined
  let typing: number | undefined
  let isTold = false

  const read = (): Promise<void> => {
    const mine = (reading = ++asked)
    return readAs(mine).finally(() => {
      if (reading === mine) reading = 0
    })
  }
  async function readAs(mine: number): Promise<void> {
    // An answer counts unless one to a later question shows already.
    const isLate = (): boolean => mine < (shown = Math.max(shown, mine))
    const before = known
    // By then all that is to be copied is there.
    await domParsed(document)
    if (isLate()) return
    if (!state.voice.isConnected) element.append(state.voice)
    const { data } = await client.getChannelInfo({ channelKey: key() })
    const { version, postsVersion } = data
    // Somebody who types changes the version alone.
    if (postsVersion !== before?.postsVersion) await posts.load(isLate)
    if (isLate()) return
    known = { version, postsVersion }
    state.info = data
    posts.draw()
    if (version !== before?.version) state.tell('change', { version })
    window.clearTimeout(typing)
    // Nobody tells when somebody has stopped.
    if (data.typing.length > 0) typing = window.setTimeout(look, TYPING_SECONDS * 1000)
    const isBehind = named > Number(version)
    named = 0
    if (isBehind) refresh()
  }
  /** Reads, unless a read is under way or shows this version: its answer is compared with what the stream names meanwhile. */
  const look = (version = Infinity): void => {
    if (version !== Infinity) named = Math.max(named, version)
    if (!reading && !(known && version <= Number(known.version))) refresh()
  }
  const refresh = (): void => {
    if (document.hidden) return
    read().catch((error: unknown) => {
      // The next one may succeed.
      if (!isTold) reportProblem('warn', `The comments of "${key()}" could not be loaded.`, error)
      isTold = true
    })
  }
  const state = createState(context, key, () => {
    known = undefined
    return read()
  })
  const posts = createList(state, 'post', postsOf(client, key))
  const start = (): (() => void) => {
    const ends = [
      followChannel(context, key, look),
      $member.listen(() => {
        known = undefined
        // What is asked for first waits for the member by itself.
        if (state.info) refresh()
      }),
    ]
    return () => {
      for (const end of ends) end()
      // What is still on its way is too late.
      shown = ++asked
      known = state.info = undefined
      reading = named = 0
      window.clearTimeout(typing)
      state.voice.remove()
      posts.clear()
    }
  }
  return Object.assign(state, { posts, start })
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
