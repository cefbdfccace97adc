/** TYPES of the page's settings for the widget, and of the events it receives. */
import type { Comment } from '../../contract/comments'
import type { Member } from '../../contract/types/member'

/** `window.memberstackConfig`. The first two are read when the script runs, the others each time a modal opens. */
export interface MembershipConfig {
  /** Stores the session in a cookie. */
  useCookies?: boolean
  /** Sets that cookie on the root domain, if the API is on the same root domain. */
  setCookieOnRootDomain?: boolean
  /** Ours: logs in with a ticket in the page's URL (`?memberToken=…`). Read when the script runs. */
  useMemberToken?: boolean
  /** Ours: the language of the modals, such as `de`. Default: the page's `lang`. */
  language?: string
  /** Ours: the modals' color scheme. `auto` follows the page, whatever the app's branding sets. */
  theme?: 'light' | 'dark' | 'auto'
  /** Ours: the default of `lightDom` for every modal. */
  lightDom?: boolean
}

/** The `detail` of `membership.login`, `membership.signup` and `membership.logout`. */
export interface AuthEventDetail {
  /** Null after a logout. */
  member: Member | null
}

/** Events on `document`; they bubble to `window`. */
export interface MembershipEventMap {
  /** Once, when app and member are known and applied to the page. */
  'memberstack.ready': CustomEvent<null>
  /** In the tab where it happened, like the next two. */
  'membership.login': CustomEvent<AuthEventDetail>
  'membership.signup': CustomEvent<AuthEventDetail>
  'membership.logout': CustomEvent<AuthEventDetail>
}

/** Events of `window.$msChannelEvents` for the channels on the page: event name and `detail`. */
export interface ChannelEvents {
  /** A new post appeared since the page showed its channel, by any author. */
  post: { channelKey: string; comment: Comment }
  /** The same for a thread, below a post with open threads. */
  thread: { channelKey: string; comment: Comment }
  /** The page is up to date with a channel again. Also dispatched once at the start. */
  change: { channelKey: string; version: string }
}

/** The event that a listener of `window.$msChannelEvents` receives. */
export type ChannelEvent<Name extends keyof ChannelEvents> = CustomEvent<ChannelEvents[Name]>
