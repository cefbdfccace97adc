/**
 * TYPES of the global object `window.$memberstackDom` and its results. This file contains no code: the TrustTag site
 * and the tests import it as types. Names, parameters and results are those of the published Memberstack 2.0 client. A
 * method that takes `{ token }` uses that session token instead of the stored one.
 */
import type { ErrorCode, LoginMethod, ReauthenticationMethod } from '../contract/errors'
import type { App, ContentGroup } from '../contract/types/app'
import type { CaptchaChallenge } from '../contract/types/captcha-challenge'
import type { CustomFieldValue, Member, MemberAuth } from '../contract/types/member'
import type { Plan } from '../contract/types/plan'
import type { SecureContent } from '../contract/types/secure-content'
import type { Answered, SignalOption, TokenOption } from './public/answered'
import type {
  AuthOptions,
  LoginLinkParams,
  LoginLinkResult,
  PasswordlessSignupParams,
  SignupParams,
  SocialClient,
} from './public/auth'
import type { CommentClient } from './public/comments'
import type { DataTableClient } from './public/data-tables'
import type { MembershipConfig, MembershipEventMap } from './public/page'
import type { SecondFactorClient } from './public/passkeys'
import type { PlanClient, TeamClient } from './public/plans'
import type { ModalResult, ScreenMap, ScreenName } from './public/screens'
import type { SessionClient } from './public/sessions'

export type { ErrorCode, LoginMethod, ReauthenticationMethod, SecondFactorMethod } from '../contract/errors'
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
export type * from './public/passkeys'
export type * from './public/plans'
export type * from './public/screens'
export type * from './public/sessions'

/** Every method rejects with this error. `code` is stable, `message` can be shown to people. */
export interface MembershipError extends Error {
  name: 'MembershipError'
  /** A known code, or a newer one that this file does not list. */
  code: ErrorCode | (string & {})
  message: string
  /** HTTP status; 0 without a response. */
  statusCode: number
  /** Seconds to wait. Only with `too-many-requests`. */
  retryAfterSeconds?: number
  /** The provider to log in with. Only with `use-social-login`. */
  provider?: string
  /**
   * Other methods that work, best first, with `too-many-requests`; accepted proofs with `second-factor-required` and
   * `reauthentication-required`.
   */
  methods?: readonly (LoginMethod | ReauthenticationMethod)[]
  /** Sent with the second step. Only with `second-factor-required` and `second-factor-setup-required`. */
  challenge?: string
  /** When the challenge expires: epoch milliseconds. */
  expires?: number
  /** The body of a response without an error code. */
  data?: unknown
}

export interface MembershipClient
  extends CommentClient, DataTableClient, PlanClient, SecondFactorClient, SessionClient, SocialClient, TeamClient {
  /** The app: plans, custom fields, content groups, branding. */
  getApp(): Promise<Answered<App>>
  getPlans(): Promise<Answered<Plan[]>>
  /** @throws `plan-not-found` */
  getPlan(params: { planId: string }): Promise<Answered<Plan>>
  getRestrictedUrlGroups(): Promise<Answered<ContentGroup[]>>
  /** One call for the app and, with a stored session, the member. Stores the session ID of the visit. */
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
  /** Emails a six-digit code. Also succeeds for unknown email addresses. The result is a message for the person. */
  sendMemberResetPasswordEmail(params: { email: string }, options?: TokenOption): Promise<Answered<string>>
  /** Emails a login code. Also succeeds for unknown email addresses. @throws `passwordless-disabled` */
  sendMemberLoginPasswordlessEmail(
    params: { email: string },
    options?: TokenOption,
  ): Promise<Answered<{ success: true }>>
  /** Emails a sign-up code. @throws `email-already-in-use`, `passwordless-disabled` */
  sendMemberSignupPasswordlessEmail(
    params: { email: string },
    options?: TokenOption,
  ): Promise<Answered<{ success: true }>>
  /** Opens the link of a login email, or uses it. @throws `invalid-login-link`, `login-method-disabled` */
  _useLoginLink(params: LoginLinkParams, options?: SignalOption): Promise<Answered<LoginLinkResult>>
  /** @throws `invalid-passwordless-login-code`, `too-many-requests` */
  loginMemberPasswordless(
    params: { email: string; passwordlessToken: string; inviteToken?: string },
    options?: AuthOptions,
  ): Promise<Answered<MemberAuth>>
  /** @throws `invalid-passwordless-login-code`, `email-already-in-use` and the codes of a sign-up with a password */
  signupMemberPasswordless(params: PasswordlessSignupParams, options?: AuthOptions): Promise<Answered<MemberAuth>>
  /** Ends all sessions of the member. Pass the email too if you know it. @throws `invalid-reset-code` */
  resetMemberPassword(
    params: {
      token: string
      newPassword: string
      email?: string
    },
    options?: TokenOption,
  ): Promise<Answered<{ success: true }>>
  /** Emails the verification link to the logged-in member. @throws `login-required`, `already-verified` */
  sendMemberVerificationEmail(options?: TokenOption): Promise<Answered<{ success: true }>>

  /** Null without a session. Reads from the server, unless `useCache` is set. */
  getCurrentMember(options?: SignalOption & { useCache?: boolean }): Promise<Answered<Member | null>>
  updateMember(
    params: { customFields: Record<string, CustomFieldValue> },
    options?: TokenOption,
  ): Promise<Answered<Member>>
  /**
   * Changes the password, asks for a new email address, or both. The new address takes effect once the link in its email
   * is opened, within 48 hours; until then the result has the old one. A new password ends the member's other sessions.
   * @throws `email-already-in-use`, `invalid-password` if the current one is wrong, `reauthentication-required` for a new
   * address, `too-many-requests`
   */
  updateMemberAuth(
    params: { email?: string; oldPassword?: string; newPassword?: string },
    options?: TokenOption,
  ): Promise<Answered<Member>>
  /** Ours: the present email address stays; the emailed link ends. */
  cancelMemberEmailChange(options?: TokenOption): Promise<Answered<{ success: true }>>
  /** Sets the first password. @throws `password-already-set`, `reauthentication-required` */
  setPassword(params: { password: string }, options?: TokenOption): Promise<Answered<Member>>
  /** Null removes the image. @throws `invalid-file-type`, `file-size-too-large` */
  updateMemberProfileImage(
    params: { profileImage: File | null },
    options?: TokenOption,
  ): Promise<Answered<{ profileImage: string | null }>>
  deleteMemberProfileImage(options?: TokenOption): Promise<Answered<{ profileImage: null }>>
  /** The member's JSON data. */
  getMemberJSON(options?: TokenOption): Promise<Answered<Record<string, unknown>>>
  /** Replaces the whole JSON. @throws `field-limit-exceeded` */
  updateMemberJSON(
    params: { json: Record<string, unknown> },
    options?: TokenOption,
  ): Promise<Answered<Record<string, unknown>>>
  /** @throws `access-denied` if the app does not allow members to delete themselves, `reauthentication-required` */
  deleteMember(options?: TokenOption): Promise<Answered<{ id: string }>>
  /**
   * Ends the session on the server, then in this browser. If the server is unreachable, the session still ends in this
   * browser, with a console message, unless `requireServer` is set. @throws the server's error (`service-unavailable`,
   * `too-many-requests`), `request-aborted`, and with `requireServer` also `network-error` and `request-timeout`; then
   * the session stays
   */
  logout(options?: SignalOption & { requireServer?: boolean }): Promise<Answered<{ redirect: string | null }>>
  /** A puzzle of the self-hosted captcha (docs/captcha.md). @throws `not-found` if a hosted captcha is used instead */
  _getCaptchaChallenge(): Promise<Answered<CaptchaChallenge>>
  /** The stored session token; undefined without one. */
  getMemberCookie(): string | undefined
  /**
   * Hosted content by its ID, as the owner wrote it. HTML is sanitized. @throws `access-denied` (also for visitors),
   * `content-not-found`
   */
  getSecureContent(params: { contentId: string }, options?: TokenOption): Promise<Answered<SecureContent>>
  /**
   * Creates a ticket that logs this member in on another site of the same app: add it to the URL as `?memberToken=…`.
   * It is valid once, for a minute, and only if `memberstackConfig.useMemberToken` is set there. `expires` is in epoch
   * milliseconds. @throws `login-required`
   */
  createMemberTicket(options?: TokenOption): Promise<Answered<{ ticket: string; expires: number }>>

  /**
   * Calls back with the member after login and sign-up, with null after logout, deletion or an expired session; not on
   * subscribe. `unsubscribe` returns whether the callback was still subscribed.
   */
  onAuthChange(callback: (member: Member | null) => void): { unsubscribe(): boolean }

  /** `sessionId` is null, and nothing is sent, if the page or the visitor opted out of tracking. */
  trackPageView(): Promise<Answered<{ sessionData: { sessionId: string | null } }>>
  /** Records an event. Never rejects. */
  _Event(params: { data: { type: string } & Record<string, unknown> }): Promise<void>

  /**
   * Shows a modal over the page, one at a time. Resolves on success or when it is closed.
   * `INSPECTOR` opens the inspector in Test Mode instead of a modal.
   * @throws PROFILE: 'Member not logged in' (`login-required`)
   */
  openModal<K extends ScreenName>(name: K | 'INSPECTOR', params?: ScreenMap[K]): Promise<ModalResult>
  /** Closes the open modal. If its promise is pending, it resolves with `{ type: 'CLOSED' }`. */
  hideModal(): void
  /**
   * Loads the modals' code before the first click, and prepares the named screen, which is the one that will be opened.
   * Resolves when loading has started.
   */
  preloadModals(name?: ScreenName): Promise<void>
  /** Shows the page's own loader (`data-ms-loader`) until `_hideLoader`. */
  _showLoader(): void
  _hideLoader(): void
  /**
   * Shows a text in the page's own message element (`data-ms-message`), preferably one inside `scope`, or in a banner.
   */
  _showMessage(text: string, isError?: boolean, scope?: Element | null): void

  /** Unmounts everything and stops listening. Stored data stays. */
  destroy(): void
}

declare global {
  interface Window {
    /** Set as soon as the install tag has run. */
    $memberstackDom?: MembershipClient
    /** True just before `memberstack.ready` is dispatched. */
    $memberstackReady?: boolean
    /** Ours: the published client does not document this object. For its events see `ChannelEvents`. */
    $msChannelEvents?: EventTarget
    /** For scripts of Memberstack 1.0 (docs/memberstack-1.md); typed as unknown, because new scripts need nothing of it. */
    MemberStack?: unknown
    /** Set by the page, before the install tag. */
    memberstackConfig?: MembershipConfig
    /** Set by the page: texts of the modals by text key (docs/texts.md). Read each time a modal opens. */
    memberstackTranslations?: Record<string, string>
  }
  interface DocumentEventMap extends MembershipEventMap {}
  interface WindowEventMap extends MembershipEventMap {}
}
