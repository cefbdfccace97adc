/**
 * TYPES of the global object `window.$memberstackDom` and of what it answers. No code lives here: the TrustTag site
 * and the tests import it as types. Names, parameters and answers are those of the published Memberstack 2.0 client;
 * a method that takes `{ token }` uses that session token instead of the stored one.
 */
import type { ErrorCode, LoginMethod } from '../contract/errors'
import type { App, ContentGroup } from '../contract/types/app'
import type { CaptchaChallenge } from '../contract/types/captcha-challenge'
import type { CustomFieldValue, Member, MemberAuth } from '../contract/types/member'
import type { Plan } from '../contract/types/plan'
import type { SecureContent } from '../contract/types/secure-content'
import type { Answered, SignalOption, TokenOption } from './public/answered'
import type { AuthOptions, PasswordlessSignupParams, SignupParams, SocialClient } from './public/auth'
import type { CommentClient } from './public/comments'
import type { DataTableClient } from './public/data-tables'
import type { MembershipConfig, MembershipEventMap } from './public/page'
import type { PlanClient, TeamClient } from './public/plans'
import type { ModalResult, ScreenMap, ScreenName } from './public/screens'

export type { ErrorCode, LoginMethod } from '../contract/errors'
export type * from '../contract/types/app'
export type * from '../contract/types/captcha-challenge'
export type * from '../contract/types/member'
export type * from '../contract/types/plan'
export type * from '../contract/types/secure-content'
export type * from '../contract/types/session-data'
export type * from '../contract/types/team'
export type * from './public/answered'
export type * from './public/auth'
export type * from './public/comments'
export type * from './public/data-tables'
export type * from './public/page'
export type * from './public/plans'
export type * from './public/screens'

/** What every method rejects with: an `Error`. `code` is stable, `message` is meant for people. */
export interface MembershipError extends Error {
  name: 'MembershipError'
  /** One of the list, or a newer one that this file does not know. */
  code: ErrorCode | (string & {})
  message: string
  /** HTTP status; 0 when no answer came. */
  statusCode: number
  /** Seconds to wait, with `too-many-requests` only. */
  retryAfterSeconds?: number
  /** The provider to log in with, with `use-social-login` only. */
  provider?: string
  /** What works instead, best first; with `too-many-requests` at a login, a mailed code or a reset. */
  methods?: readonly LoginMethod[]
  /** The answer's body as it came, where it named no code. */
  data?: unknown
}

export interface MembershipClient extends CommentClient, DataTableClient, PlanClient, SocialClient, TeamClient {
  /** The app: plans, custom fields, content groups, branding. */
  getApp(): Promise<Answered<App>>
  getPlans(): Promise<Answered<Plan[]>>
  /** @throws `plan-not-found` */
  getPlan(params: { planId: string }): Promise<Answered<Plan>>
  getRestrictedUrlGroups(): Promise<Answered<ContentGroup[]>>
  /** One call for the app and, if a session is stored, the member; stores the visit's session id. */
  getAppAndMember(params?: {
    trackPageView?: boolean
  }): Promise<Answered<{ app: App; member: Member | null; sessionData: { sessionId: string } }>>

  /** Creates a member and logs in. @throws `email-already-in-use`, `invalid-email`, `invalid-password-too-short`, `password-too-common`, `invalid-captcha`, `plan-not-found`, `plan-member-limit-reached` */
  signupMemberEmailPassword(params: SignupParams, options?: AuthOptions): Promise<Answered<MemberAuth>>
  /** @throws `invalid-credentials`, `no-password-set`, `use-social-login`, `too-many-requests` */
  loginMemberEmailPassword(
    params: { email: string; password: string },
    options?: AuthOptions,
  ): Promise<Answered<MemberAuth>>
  /** Mails a six-digit code. Succeeds for unknown addresses too; the answer is a sentence for the person. */
  sendMemberResetPasswordEmail(params: { email: string }): Promise<Answered<string>>
  /** Mails a code to log in with. Succeeds for unknown addresses too. @throws `passwordless-disabled` */
  sendMemberLoginPasswordlessEmail(params: { email: string }): Promise<Answered<{ success: true }>>
  /** Mails a code to sign up with. @throws `email-already-in-use`, `passwordless-disabled` */
  sendMemberSignupPasswordlessEmail(params: { email: string }): Promise<Answered<{ success: true }>>
  /** @throws `invalid-passwordless-login-code`, `too-many-requests` */
  loginMemberPasswordless(
    params: { email: string; passwordlessToken: string; inviteToken?: string },
    options?: AuthOptions,
  ): Promise<Answered<MemberAuth>>
  /** @throws `invalid-passwordless-login-code`, `email-already-in-use` and what a signup with a password does */
  signupMemberPasswordless(params: PasswordlessSignupParams, options?: AuthOptions): Promise<Answered<MemberAuth>>
  /** Ends every session of the member. Give the e-mail too where it is known. @throws `invalid-reset-code` */
  resetMemberPassword(params: {
    token: string
    newPassword: string
    email?: string
  }): Promise<Answered<{ success: true }>>
  /** Mails the verification link to the logged-in member. @throws `login-required`, `already-verified` */
  sendMemberVerificationEmail(options?: TokenOption): Promise<Answered<{ success: true }>>

  /** Null without a session; asks the server unless `useCache`. */
  getCurrentMember(options?: SignalOption & { useCache?: boolean }): Promise<Answered<Member | null>>
  updateMember(
    params: { customFields: Record<string, CustomFieldValue> },
    options?: TokenOption,
  ): Promise<Answered<Member>>
  /**
   * Changes the e-mail address, the password or both. A new address is unverified and told to the old one; a new
   * password ends the member's other sessions. @throws `email-already-in-use`, `invalid-password` for a wrong current one
   */
  updateMemberAuth(
    params: { email?: string; oldPassword?: string; newPassword?: string },
    options?: TokenOption,
  ): Promise<Answered<Member>>
  /** A first password. @throws `password-already-set` */
  setPassword(params: { password: string }, options?: TokenOption): Promise<Answered<Member>>
  /** Null takes the image away. @throws `invalid-file-type`, `file-size-too-large` */
  updateMemberProfileImage(
    params: { profileImage: File | null },
    options?: TokenOption,
  ): Promise<Answered<{ profileImage: string | null }>>
  deleteMemberProfileImage(options?: TokenOption): Promise<Answered<{ profileImage: null }>>
  /** The member's own JSON store. */
  getMemberJSON(options?: TokenOption): Promise<Answered<Record<string, unknown>>>
  /** Replaces the whole of it. @throws `field-limit-exceeded` */
  updateMemberJSON(
    params: { json: Record<string, unknown> },
    options?: TokenOption,
  ): Promise<Answered<Record<string, unknown>>>
  /** @throws `access-denied` where the app does not allow members to delete themselves */
  deleteMember(options?: TokenOption): Promise<Answered<{ id: string }>>
  /**
   * Ends the session on the server, then here. It ends here too, with a note in the console, if the server cannot be
   * reached, unless `requireServer` asks for certainty. @throws what the server refuses with (`service-unavailable`,
   * `too-many-requests`), `request-aborted`, and with `requireServer` `network-error` and `request-timeout`: then the
   * session stays
   */
  logout(options?: SignalOption & { requireServer?: boolean }): Promise<Answered<{ redirect: string | null }>>
  /** A puzzle of the self-hosted captcha (docs/captcha.md). @throws `not-found` where a hosted one checks instead */
  _getCaptchaChallenge(): Promise<Answered<CaptchaChallenge>>
  /** The stored session token, undefined without one. */
  getMemberCookie(): string | undefined
  /**
   * Hosted content by its id, as the owner wrote it; HTML is sanitised. @throws `access-denied`, also for visitors;
   * `content-not-found`
   */
  getSecureContent(params: { contentId: string }, options?: TokenOption): Promise<Answered<SecureContent>>
  /**
   * A ticket that logs this member in on another site of the same app: add it to that page's address as
   * `?memberToken=…`. It counts once and for a minute, and only where `memberstackConfig.useMemberToken` is on.
   * `expires` in epoch milliseconds. @throws `login-required`
   */
  createMemberTicket(options?: TokenOption): Promise<Answered<{ ticket: string; expires: number }>>

  /**
   * Calls back with the member after login and signup, with null after logout, deletion or a dead session; not on subscribe.
   * `unsubscribe` answers whether there was something to end.
   */
  onAuthChange(callback: (member: Member | null) => void): { unsubscribe(): boolean }

  /** `sessionId` is null, and nothing was sent, where the page or the visitor opted out of being counted. */
  trackPageView(): Promise<Answered<{ sessionData: { sessionId: string | null } }>>
  /** Records an event of the page; never rejects. */
  _Event(params: { data: { type: string } & Record<string, unknown> }): Promise<void>

  /**
   * Shows a modal over the page; one at a time. Resolves on success or when it is closed.
   * `INSPECTOR` shows none: it opens the inspector of a page in Test Mode.
   * @throws PROFILE: 'Member not logged in' (`login-required`)
   */
  openModal<K extends ScreenName>(name: K | 'INSPECTOR', params?: ScreenMap[K]): Promise<ModalResult>
  /** Closes the open modal; its promise resolves `{ type: 'CLOSED' }` if it had not resolved. */
  hideModal(): void
  /** Evaluates the modals' code ahead of the first click; resolves when that is begun. */
  preloadModals(): Promise<void>
  /** Shows the page's own loader (`data-ms-loader`) until `_hideLoader`. */
  _showLoader(): void
  _hideLoader(): void
  /** Shows the page's own message element (`data-ms-message`), one inside `scope` first, or a plain banner. */
  _showMessage(text: string, isError?: boolean, scope?: Element | null): void

  /** Unmounts everything and ends all listening. Stored data stay. */
  destroy(): void
}

declare global {
  interface Window {
    /** Set as soon as the install tag has run. */
    $memberstackDom?: MembershipClient
    /** True just before `memberstack.ready` is dispatched. */
    $memberstackReady?: boolean
    /** Ours: what the vendor's object of this name does is not published. Its events are those of `ChannelEvents`. */
    $msChannelEvents?: EventTarget
    /** Written by the page, before the install tag. */
    memberstackConfig?: MembershipConfig
    /** Written by the page: texts of the modals, by text key (docs/texts.md). Read each time one opens. */
    memberstackTranslations?: Record<string, string>
  }
  interface DocumentEventMap extends MembershipEventMap {}
  interface WindowEventMap extends MembershipEventMap {}
}
