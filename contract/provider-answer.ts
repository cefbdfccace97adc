import type { MemberAuth } from './entities'

/** Providers that a member is connected with. */
export interface ConnectedProviders {
  providers: { provider: string }[]
}

/**
 * What a provider's window posts to the page that opened it (client-wire "Provider popups"). Published clients read `data`
 * and `error`; ours also checks that `state` is the one it opened the window with.
 */
export type ProviderAnswer = { state?: string; message?: string } & (
  { data: MemberAuth | ConnectedProviders } | { error: { code: string; message: string } }
)
