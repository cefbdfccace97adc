import type { Comment } from '../../contract/comments'

/** What `window.$msChannelEvents` tells of channels that are on the page, by the name of the event: its `detail`. */
export interface ChannelEvents {
  /** A post appeared that was written since the page showed its channel, by whomever. */
  post: { channelKey: string; comment: Comment }
  /** The same of a thread, below a post whose threads are open. */
  thread: { channelKey: string; comment: Comment }
  /** What the page shows of a channel is up to date again; once at the start, too. */
  change: { channelKey: string; version: string }
}

/** What a listener of `window.$msChannelEvents` is given. */
export type ChannelEvent<Name extends keyof ChannelEvents> = CustomEvent<ChannelEvents[Name]>
