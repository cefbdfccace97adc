import type { Endpoint } from './endpoint'

export const memberEndpoints = {
  getMember: { method: 'GET', path: '/member', access: 'optional' },
  updateMember: { method: 'POST', path: '/member', access: 'member' },
  deleteMember: { method: 'DELETE', path: '/member', access: 'member' },
  /** Changes the e-mail address, the password or both. */
  updateMemberAuth: { method: 'POST', path: '/member-auth', access: 'member' },
  /** A first password, for a member who has none. */
  setPassword: { method: 'POST', path: '/member/set-password', access: 'member' },
  getMemberJson: { method: 'GET', path: '/member/json', access: 'member' },
  /** Replaces the whole of it. */
  updateMemberJson: { method: 'POST', path: '/member/json', access: 'member' },
  updateProfileImage: { method: 'POST', path: '/member/profile-image', body: 'multipart', access: 'member' },
  deleteProfileImage: { method: 'DELETE', path: '/member/profile-image', access: 'member' },
  /** Ours: a ticket that carries this login to another site of the same app, once and within a minute. */
  createMemberTicket: { method: 'POST', path: '/member/ticket', access: 'member' },
  logout: { method: 'POST', path: '/member/logout', access: 'optional' },
} as const satisfies Record<string, Endpoint>
