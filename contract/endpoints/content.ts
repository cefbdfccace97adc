import type { Endpoint } from './endpoint'

export const contentEndpoints = {
  /** One piece of hosted content, for those who may see its group. */
  getSecureContent: { method: 'POST', path: '/secure-content', access: 'optional' },
} as const satisfies Record<string, Endpoint>
