import type { ChannelEvents, ChannelInfo } from '../../public'
import type { DirectiveContext } from '../directive'
import type { Row } from './list'

/** What all parts of one channel share. */
export interface ChannelState {
  context: DirectiveContext
  key: () => string
  /** As it was answered last. */
  info: ChannelInfo | undefined
  /** Which comment an element of a list shows. */
  rows: WeakMap<Element, Row>
  /** What is put here is read aloud and not seen. */
  voice: Element
  /** Asks for all that shows. @throws MembershipError */
  update: () => Promise<void>
  /** Tells scripts of the page, by `window.$msChannelEvents`. */
  tell: <Name extends keyof ChannelEvents>(name: Name, detail: Omit<ChannelEvents[Name], 'channelKey'>) => void
}
