/** TYPES of login and sign-up with a password, an emailed code or a provider. */
import type { ConnectedProviders } from '../../contract/provider-answer'
import type { CustomFieldValue, MemberAuth } from '../../contract/types/member'
import type { Answered, SignalOption } from './answered'

export interface AuthOptions extends SignalOption {
  /** Adds `data.contentGroups`, each with `activeMemberHasAccess`. */
  includeContentGroups?: boolean
}

export interface SignupParams {
  email: string
  /** At least 8 characters. */
  password: string
  /** By field key. The server ignores unknown keys and keys that only an admin can write. */
  customFields?: Record<string, CustomFieldValue>
  /** Any JSON: up to 50 keys, and 500 characters per value. */
  metaData?: Record<string, unknown>
  /** Free plans to join. Plans with a price are skipped. */
  plans?: { planId: string }[]
  /** Required if the app has `captchaRequired`; valid once. The page's forms and the modal get it themselves. */
  captchaToken?: string
  /** The token of a team's invite link (`?inviteToken=…`). Joins that team. */
  inviteToken?: string
}

/** The link of a login email. Without `act`, nothing is used up. */
export interface LoginLinkParams {
  token: string
  act?: 'login' | 'show-code'
}

export interface LoginLinkResult {
  /** The member is logged in. */
  login: MemberAuth | null
  /** Another browser requested the link: its system and part of its IP address. */
  request: { email: string; agent: string | null; network: string | null } | null
  /** To type where the link was requested. */
  code: string | null
}

export interface PasswordlessSignupParams extends Omit<SignupParams, 'password' | 'captchaToken'> {
  /** The six digits from the email. */
  passwordlessToken: string
}

/** Parameters of every provider method. */
export interface ProviderParams {
  /** The key of a built-in provider, such as `google` or `github`, or of the app's own. */
  provider: string
  /**
   * Ours: `popup` opens a window; `redirect` replaces the page and returns to it, and the promise settles only if the
   * redirect fails (`popup-closed`). Default: a window, if the browser can open one.
   */
  mode?: 'popup' | 'redirect'
  /** Ours: aborting it closes the window and rejects the promise with `popup-closed`. */
  signal?: AbortSignal
}

/**
 * Every method opens the provider's window immediately, so call it from a click. There is one window at a time: the
 * same call again focuses it, another call replaces it, and the earlier promise rejects with `popup-closed`.
 * Rejects with `popup-blocked`, `popup-closed`, `provider-not-found`, `provider-not-configured`,
 * `provider-unavailable`, `provider-cancelled`, `account-connect-failed`, `provider-session-expired`, and the codes of
 * each method.
 */
export interface SocialClient {
  /**
   * `allowSignup`: whether a new person gets an account at once. Without it the app's policy decides; by default the
   * window asks. @throws `account-not-found` if new people are refused, `use-email-login`, `provider-email-missing`
   */
  loginWithProvider(params: ProviderParams & { allowSignup?: boolean }): Promise<Answered<MemberAuth>>
  /**
   * Logs in people who already have an account with that provider. @throws `use-email-login`, `provider-email-missing`
   * and the codes of plans
   */
  signupWithProvider(
    params: ProviderParams & { customFields?: Record<string, CustomFieldValue>; plans?: { planId: string }[] },
  ): Promise<Answered<MemberAuth>>
  /** @throws `account-already-connected`, `account-connect-requires-login` */
  connectProvider(params: ProviderParams): Promise<Answered<ConnectedProviders>>
  /** @throws `account-not-connected`, `account-set-password-before-disconnect` if it is the only login method */
  disconnectProvider(params: { provider: string }): Promise<Answered<ConnectedProviders>>
}
