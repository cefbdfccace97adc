import type { MemberAuth } from './types/member'

/** Providers that a member is connected with. */
export interface ConnectedProviders {
  providers: { provider: string }[]
}

/**
 * What a provider's window posts to the page that opened it (client-wire "Provider popups"). Published clients read `data`
 * and `error`; ours also checks that `state` is the one it opened the window with, and reads what it came to: a sign-up may
 * have found an account.
 */
export type ProviderAnswer = { state?: string; message?: string } & (
  | { data: MemberAuth; came: 'signup' | 'login' }
  | { data: ConnectedProviders }
  | { error: { code: string; message: string } }
)
