import type { Endpoint } from './endpoint'

/** The endpoints of social login. Its hosted pages are at `/auth-provider/…`. */
export const socialEndpoints = {
  /** Never removes the last login method. */
  disconnectProvider: { method: 'POST', path: '/member/disconnect-provider', access: 'member' },
  /** Ours: identifies the member to the window that connects a provider, or proves by one, once and within a minute. */
  createConnectTicket: { method: 'POST', path: '/member/connect-ticket', access: 'member' },
  /** Ours: returns the result of a full-page provider flow to the page that it returned to, once. */
  redeemProviderAnswer: { method: 'POST', path: '/auth/provider-answer', access: 'public' },
} as const satisfies Record<string, Endpoint>
