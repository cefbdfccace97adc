import type { AdminEndpoint } from './admin-endpoint'

/** Members, by ID or email. */
export const adminMemberEndpoints = {
  listMembers: { method: 'GET', path: '/members', right: 'members.read' },
  countMembers: { method: 'GET', path: '/members/count', right: 'members.read' },
  createMember: { method: 'POST', path: '/members', right: 'members.write' },
  retrieveMember: { method: 'GET', path: '/members/:member', right: 'members.read' },
  changeMember: { method: 'PATCH', path: '/members/:member', right: 'members.write' },
  removeMember: { method: 'DELETE', path: '/members/:member', right: 'members.delete' },
  addPlanToMember: { method: 'POST', path: '/members/:member/add-plan', right: 'members.write', answer: 'ok' },
  removePlanFromMember: { method: 'POST', path: '/members/:member/remove-plan', right: 'members.write', answer: 'ok' },
  retrieveMemberDetail: { method: 'GET', path: '/members/:member/detail', right: 'members.read' },
  listMemberTimeline: { method: 'GET', path: '/members/:member/timeline', right: 'members.read' },
  suspendMember: { method: 'POST', path: '/members/:member/suspend', right: 'members.write' },
  unsuspendMember: { method: 'POST', path: '/members/:member/unsuspend', right: 'members.write' },
  endMemberSessions: { method: 'POST', path: '/members/:member/end-sessions', right: 'members.write' },
  addMemberNote: { method: 'POST', path: '/members/:member/notes', right: 'members.write' },
  removeMemberNote: { method: 'DELETE', path: '/members/:member/notes/:noteId', right: 'members.write' },
  undoNoteRemoval: {
    method: 'POST',
    path: '/members/:member/notes/:noteId/undo-removal',
    right: 'members.write',
  },
  retrieveMemberSignIn: { method: 'GET', path: '/members/:member/sign-in', right: 'members.read' },
  removeMemberSessions: { method: 'DELETE', path: '/members/:member/sessions', right: 'members.write' },
  removeMemberSession: { method: 'DELETE', path: '/members/:member/sessions/:sessionId', right: 'members.write' },
  removeMemberSecondFactor: { method: 'DELETE', path: '/members/:member/second-factor', right: 'members.write' },
  removeMemberPasskey: { method: 'DELETE', path: '/members/:member/passkeys/:passkeyId', right: 'members.write' },
  removeMemberDevices: { method: 'DELETE', path: '/members/:member/devices', right: 'members.write' },
  sendMemberLoginLink: { method: 'POST', path: '/members/:member/send-login-link', right: 'members.write' },
  sendMemberPasswordReset: { method: 'POST', path: '/members/:member/send-password-reset', right: 'members.write' },
} as const satisfies Record<string, AdminEndpoint>
