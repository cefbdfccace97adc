/**
 * TYPES of the global object `window.$memberstackDom` and of what it answers. No code lives here: the TrustTag site
 * and the tests import it as types. Names, parameters and answers are those of the published Memberstack 2.0 client;
 * a method that takes `{ token }` uses that session token instead of the stored one.
 */
import type { App, ContentGroup, CustomFieldValue, Member, MemberAuth, Plan, SessionData } from '../contract/entities'
import type { ErrorCode } from '../contract/errors'

export type { App, ContentGroup, CustomFieldValue, Member, MemberAuth, Plan, SessionData }

/** Every answer carries its value under `data`; `message` is a sentence for the person, where the server has one. */
export interface Answered<T> {
  data: T
  message?: string
}

/** What every method rejects with. `code` is stable, `message` is meant for people. */
export interface MembershipError {
  code: ErrorCode | (string & {})
  message: string
  /** HTTP status; 0 when no answer came. */
  statusCode: number
  /** Seconds to wait, with `too-many-requests` only. */
  retryAfterSeconds?: number
}

export interface TokenOption {
  /** A session token to use instead of the stored one. */
  token?: string
}

export interface AuthOptions {
  /** Adds `data.contentGroups`, each with `activeMemberHasAccess`. */
  includeContentGroups?: boolean
}

export interface SignupParams {
  email: string
  /** At least 8 characters. */
  password: string
  /** By field key. Keys that the app does not have, and keys only an admin may write, are ignored by the server. */
  customFields?: Record<string, CustomFieldValue>
  metaData?: Record<string, string | number | boolean | null>
  /** Free plans to join at once; plans with a price are passed over. */
  plans?: { planId: string }[]
  captchaToken?: string
}

/** The screens that exist, by the name that `openModal` takes, with their parameters and results. */
export interface ScreenMap {
  LOGIN: { params: ScreenParams; result: MemberAuth }
}

export interface ScreenParams {
  /** Texts for this one opening, by text key; they win over the app's and the page's. */
  translations?: Record<string, string>
}

export type ScreenName = keyof ScreenMap

/** How an opened modal ended. On success it stays open until `hideModal`. */
export type ModalResult<K extends ScreenName = ScreenName> =
  { type: K; data: ScreenMap[K]['result'] } | { type: 'CLOSED' }

export interface MembershipClient {
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

  /** Creates a member and logs in. @throws `email-already-in-use`, `invalid-email`, `invalid-password-too-short`, `plan-not-found`, `plan-member-limit-reached` */
  signupMemberEmailPassword(params: SignupParams, options?: AuthOptions): Promise<Answered<MemberAuth>>
  /** @throws `invalid-credentials`, `no-password-set`, `use-social-login`, `too-many-requests` */
  loginMemberEmailPassword(
    params: { email: string; password: string },
    options?: AuthOptions,
  ): Promise<Answered<MemberAuth>>
  /** Mails a six-digit code. Succeeds for unknown addresses too; the answer is a sentence for the person. */
  sendMemberResetPasswordEmail(params: { email: string }): Promise<Answered<string>>
  /** Ends every session of the member. Give the e-mail too where it is known. @throws `invalid-reset-code` */
  resetMemberPassword(params: {
    token: string
    newPassword: string
    email?: string
  }): Promise<Answered<{ success: true }>>
  /** Mails the verification link to the logged-in member. @throws `login-required`, `already-verified` */
  sendMemberVerificationEmail(options?: TokenOption): Promise<Answered<{ success: true }>>

  /** Null without a session; asks the server unless `useCache`. */
  getCurrentMember(options?: { useCache?: boolean }): Promise<Answered<Member | null>>
  updateMember(
    params: { customFields: Record<string, CustomFieldValue> },
    options?: TokenOption,
  ): Promise<Answered<Member>>
  /** @throws `access-denied` where the app does not allow members to delete themselves */
  deleteMember(options?: TokenOption): Promise<Answered<{ id: string }>>
  /**
   * Ends the session on the server, then here. It ends here too, with a note in the console, if the server cannot be
   * reached. @throws what the server refuses with (`service-unavailable`, `too-many-requests`): then the session stays
   */
  logout(): Promise<Answered<{ redirect: string | null }>>
  /** The stored session token, undefined without one. */
  getMemberCookie(): string | undefined

  /** Calls back with the member after login and signup, with null after logout, deletion or a dead session; not on subscribe. */
  onAuthChange(callback: (member: Member | null) => void): { unsubscribe(): void }

  /** `sessionId` is null, and nothing was sent, where the page or the visitor opted out of being counted. */
  trackPageView(): Promise<Answered<{ sessionData: { sessionId: string | null } }>>
  /** Records an event of the page; never rejects. */
  _Event(params: { data: { type: string } & Record<string, unknown> }): Promise<void>

  /** Shows a modal over the page; one at a time. Resolves on success or when it is closed. */
  openModal<K extends ScreenName>(name: K, params?: ScreenMap[K]['params']): Promise<ModalResult<K>>
  /** Closes the open modal; its promise resolves `{ type: 'CLOSED' }` if it had not resolved. */
  hideModal(): void
  /** Evaluates the modals' code ahead of the first click. */
  preloadModals(): void
  /** Shows the page's own message element (`data-ms-message`), one inside `scope` first, or a plain banner. */
  _showMessage(text: string, isError?: boolean, scope?: Element | null): void

  /** Unmounts everything and ends all listening. Stored data stay. */
  destroy(): void
}

declare global {
  interface Window {
    $memberstackDom?: MembershipClient
    $memberstackReady?: boolean
    memberstackConfig?: { useCookies?: boolean; setCookieOnRootDomain?: boolean }
  }
}
