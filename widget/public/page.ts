/** TYPES of what a page tells the widget besides its markup, and of the events that it gets. */
import type { Comment } from '../../contract/comments'
import type { Member } from '../../contract/types/member'

/** `window.memberstackConfig`. The first two are read when the script runs, the others each time a modal opens. */
export interface MembershipConfig {
  /** Keeps the session in a cookie. */
  useCookies?: boolean
  /** Puts that cookie on the root domain, where the API stands on the same one. */
  setCookieOnRootDomain?: boolean
  /** Ours: takes a ticket in the page's address (`?memberToken=…`) for a login. Read when the script runs. */
  useMemberToken?: boolean
  /** Ours: the language of the modals, such as `de`; without it they follow the page's `lang`. */
  language?: string
  /** Ours: the modals' colour scheme; `auto` follows the page, whatever the app's branding says. */
  theme?: 'light' | 'dark' | 'auto'
  /** Ours: `lightDom` of every opening that does not say otherwise. */
  lightDom?: boolean
}

/** What the `detail` of `memberstack.login`, `memberstack.signup` and `memberstack.logout` is. */
export interface AuthEventDetail {
  /** Null after a logout. */
  member: Member | null
}

/** Events on `document`; they bubble to `window`. */
export interface MembershipEventMap {
  /** App and member are known, and what they decide is on the page; once. */
  'memberstack.ready': CustomEvent<null>
  /** In the tab where it happened, as are the next two. */
  'memberstack.login': CustomEvent<AuthEventDetail>
  'memberstack.signup': CustomEvent<AuthEventDetail>
  'memberstack.logout': CustomEvent<AuthEventDetail>
}

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
