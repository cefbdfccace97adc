import type { Endpoint } from './endpoint'

export const teamEndpoints = {
  joinTeam: { method: 'POST', path: '/member/team/join', access: 'member' },
  /** The owner removes everybody but themselves; everybody else only themselves. */
  removeMemberFromTeam: { method: 'POST', path: '/member/team/remove-member', access: 'member' },
  /** For the owner: the token that was valid until now works no longer. */
  generateInviteToken: { method: 'POST', path: '/member/team/generate-invite-link', access: 'member' },
  /** For the owner. */
  getTeam: { method: 'GET', path: '/member/team/:teamId', access: 'member' },
} as const satisfies Record<string, Endpoint>
