import type { Endpoint } from './endpoint'

/** What social login needs besides its hosted pages (`/auth-provider/…`). */
export const socialEndpoints = {
  /** Never the last way in. */
  disconnectProvider: { method: 'POST', path: '/member/disconnect-provider', access: 'member' },
  /** Ours: names the member to the window that connects a provider, once and within a minute. */
  createConnectTicket: { method: 'POST', path: '/member/connect-ticket', access: 'member' },
  /** Ours: what a full-page way to a provider came to, for the page it led back to, once. */
  redeemProviderAnswer: { method: 'POST', path: '/auth/provider-answer', access: 'public' },
} as const satisfies Record<string, Endpoint>
