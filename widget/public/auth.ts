/** TYPES of logging in and signing up, with a password, a mailed code or a provider. */
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
  /** By field key. Keys that the app does not have, and keys only an admin may write, are ignored by the server. */
  customFields?: Record<string, CustomFieldValue>
  /** Any JSON; 50 keys, and 500 characters for each value. */
  metaData?: Record<string, unknown>
  /** Free plans to join at once; plans with a price are passed over. */
  plans?: { planId: string }[]
  /** Where the app has `captchaRequired`; it counts once. The form of the page and the modal get it themselves. */
  captchaToken?: string
  /** Of a team's invite link (`?inviteToken=…`): joins that team. */
  inviteToken?: string
}

export interface PasswordlessSignupParams extends Omit<SignupParams, 'password' | 'captchaToken'> {
  /** The six digits of the mail. */
  passwordlessToken: string
}

/** What every way to a provider is given. */
export interface ProviderParams {
  /** Its key: `google`, `facebook`, `linkedin`, `spotify`, `dribbble`, `github`, or that of a provider of the app's own. */
  provider: string
  /**
   * Ours: `popup` opens a window, `redirect` takes the page's place and comes back to it; the promise then settles only if
   * nothing came of leaving (`popup-closed`). Without it a window is opened where the browser can have one.
   */
  mode?: 'popup' | 'redirect'
  /** Ours: aborting it closes the window; the promise rejects with `popup-closed`. */
  signal?: AbortSignal
}

/**
 * Every method opens the provider's window at once: call it from a click. There is one window at a time: the same call
 * once more shows the one that is open, another call takes its place, and the earlier promise rejects with `popup-closed`.
 * Rejects with `popup-blocked`, `popup-closed`,
 * `provider-not-found`, `provider-not-configured`, `provider-unavailable`, `provider-cancelled`, `account-connect-failed`,
 * `provider-session-expired`, and what each method names.
 */
export interface SocialClient {
  /** @throws `account-not-found` unless `allowSignup`, `use-email-login`, `provider-email-missing` */
  loginWithProvider(params: ProviderParams & { allowSignup?: boolean }): Promise<Answered<MemberAuth>>
  /** Who has an account with that provider is logged in. @throws `use-email-login`, `provider-email-missing` and the codes of plans */
  signupWithProvider(
    params: ProviderParams & { customFields?: Record<string, CustomFieldValue>; plans?: { planId: string }[] },
  ): Promise<Answered<MemberAuth>>
  /** @throws `account-already-connected`, `account-connect-requires-login` */
  connectProvider(params: ProviderParams): Promise<Answered<ConnectedProviders>>
  /** @throws `account-not-connected`, `account-set-password-before-disconnect` where it is the last way in */
  disconnectProvider(params: { provider: string }): Promise<Answered<ConnectedProviders>>
}
