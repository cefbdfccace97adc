import type { MemberAuth, Tokens } from './types/member'

/** Providers that a member is connected with. */
export interface ConnectedProviders {
  providers: { provider: string }[]
}

/** After a proof. */
export interface RenewedSession {
  tokens: Tokens
}

/**
 * The message that a provider's window posts to its opener (client-wire "Provider popups"). Published clients read
 * `data` and `error`. Ours also checks `state` against the opening, and reads the result: a sign-up may have found an
 * account.
 */
export type ProviderAnswer = { state?: string; message?: string } & (
  | { data: MemberAuth; came: 'signup' | 'login' }
  | { data: ConnectedProviders }
  /** A proof: the session's new token. */
  | { data: RenewedSession }
  | { error: { code: string; message: string } }
)
