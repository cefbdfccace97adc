import type { Endpoint } from './endpoint'

export const contentEndpoints = {
  /** Returns one piece of hosted content to members with access to its group. */
  getSecureContent: { method: 'POST', path: '/secure-content', access: 'optional' },
} as const satisfies Record<string, Endpoint>
