import type { Endpoint } from './endpoint'

/** Where a member is logged in, and the proof that sensitive acts need. */
export const sessionEndpoints = {
  getMemberSessions: { method: 'GET', path: '/member/sessions', access: 'member' },
  /** Needs a recent proof. The caller's own session ends too, as by a logout. */
  endMemberSession: { method: 'DELETE', path: '/member/sessions/:id', access: 'member' },
  /** Needs a recent proof. Also ends known devices and tickets. */
  endOtherMemberSessions: { method: 'DELETE', path: '/member/sessions', access: 'member' },
  /** Methods by which the member can prove themselves; sends a code if asked to. */
  getReauthenticationOptions: { method: 'POST', path: '/member/reauthenticate/options', access: 'member' },
  /** Renews the session's token. */
  reauthenticate: { method: 'POST', path: '/member/reauthenticate', access: 'member' },
} as const satisfies Record<string, Endpoint>
