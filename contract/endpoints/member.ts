import type { Endpoint } from './endpoint'

export const memberEndpoints = {
  getMember: { method: 'GET', path: '/member', access: 'optional' },
  updateMember: { method: 'POST', path: '/member', access: 'member' },
  deleteMember: { method: 'DELETE', path: '/member', access: 'member' },
  /** Changes the password, and asks for a new email address, which takes effect once its link is opened. */
  updateMemberAuth: { method: 'POST', path: '/member-auth', access: 'member' },
  /** Ours: the present email address stays. */
  cancelEmailChange: { method: 'DELETE', path: '/member/email-change', access: 'member' },
  /** Sets the first password of a member without one. */
  setPassword: { method: 'POST', path: '/member/set-password', access: 'member' },
  getMemberJson: { method: 'GET', path: '/member/json', access: 'member' },
  /** Replaces the whole JSON. */
  updateMemberJson: { method: 'POST', path: '/member/json', access: 'member' },
  updateProfileImage: { method: 'POST', path: '/member/profile-image', body: 'multipart', access: 'member' },
  deleteProfileImage: { method: 'DELETE', path: '/member/profile-image', access: 'member' },
  /** Ours: a ticket for a login on another site of the same app, valid once and for a minute. */
  createMemberTicket: { method: 'POST', path: '/member/ticket', access: 'member' },
  logout: { method: 'POST', path: '/member/logout', access: 'optional' },
} as const satisfies Record<string, Endpoint>
