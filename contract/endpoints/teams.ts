import type { Endpoint } from './endpoint'

export const teamEndpoints = {
  /** The team of an invite link, for the question whether to join. POST: a token must not be in a URL. */
  getInvitation: { method: 'POST', path: '/member/team/invitation', access: 'member' },
  joinTeam: { method: 'POST', path: '/member/team/join', access: 'member' },
  /** The owner can remove anyone except themselves; other members only themselves. */
  removeMemberFromTeam: { method: 'POST', path: '/member/team/remove-member', access: 'member' },
  /** For the owner. The previous token stops working. */
  generateInviteToken: { method: 'POST', path: '/member/team/generate-invite-link', access: 'member' },
  /** For the owner. */
  getTeam: { method: 'GET', path: '/member/team/:teamId', access: 'member' },
} as const satisfies Record<string, Endpoint>
