/** TYPES of what a page says to the widget besides its markup, and hears from it. */
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
