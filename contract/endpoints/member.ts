import type { Endpoint } from './endpoint'

export const memberEndpoints = {
  getMember: { method: 'GET', path: '/member', access: 'optional' },
  updateMember: { method: 'POST', path: '/member', access: 'member' },
  deleteMember: { method: 'DELETE', path: '/member', access: 'member' },
  logout: { method: 'POST', path: '/member/logout', access: 'optional' },
} as const satisfies Record<string, Endpoint>
