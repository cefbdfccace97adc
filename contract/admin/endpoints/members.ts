import type { AdminEndpoint } from './admin-endpoint'

/** Members, by id or by e-mail. */
export const adminMemberEndpoints = {
  listMembers: { method: 'GET', path: '/members' },
  createMember: { method: 'POST', path: '/members' },
  retrieveMember: { method: 'GET', path: '/members/:member' },
  changeMember: { method: 'PATCH', path: '/members/:member' },
  removeMember: { method: 'DELETE', path: '/members/:member' },
  addPlanToMember: { method: 'POST', path: '/members/:member/add-plan', answer: 'ok' },
  removePlanFromMember: { method: 'POST', path: '/members/:member/remove-plan', answer: 'ok' },
  sendMemberPasswordReset: { method: 'POST', path: '/members/:member/send-password-reset' },
} as const satisfies Record<string, AdminEndpoint>
