import type { AdminEndpoint } from './admin-endpoint'

/** People of the console: only they can call these. Everyone in a team may see it; owners change it. */
export const adminStaffEndpoints = {
  getMe: { method: 'GET', path: '/me', right: 'staff', console: true, scope: 'server' },
  listMyApps: { method: 'GET', path: '/apps', right: 'staff', console: true, scope: 'server' },
  listStaff: { method: 'GET', path: '/staff', right: 'staff', console: true },
  changeStaffRole: { method: 'PATCH', path: '/staff/:staffId', right: 'team.write', stepUp: true, console: true },
  removeStaff: { method: 'DELETE', path: '/staff/:staffId', right: 'team.write', stepUp: true, console: true },
  removeStaffSecondFactor: {
    method: 'DELETE',
    path: '/staff/:staffId/second-factor',
    right: 'team.write',
    stepUp: true,
    console: true,
  },
  leaveTeam: { method: 'POST', path: '/leave-team', right: 'staff', console: true },
  listInvitations: { method: 'GET', path: '/invitations', right: 'team.write', console: true },
  inviteStaff: { method: 'POST', path: '/invitations', right: 'team.write', stepUp: true, console: true },
  revokeInvitation: { method: 'DELETE', path: '/invitations/:invitationId', right: 'team.write', console: true },
  listServerApps: { method: 'GET', path: '/server/apps', right: 'server', console: true, scope: 'server' },
  takeOwnerRole: {
    method: 'POST',
    path: '/server/apps/:appId/take-role',
    right: 'server',
    stepUp: true,
    console: true,
    scope: 'server',
  },
  nameFirstOwner: {
    method: 'POST',
    path: '/server/apps/:appId/first-owner',
    right: 'server',
    stepUp: true,
    console: true,
    scope: 'server',
  },
} as const satisfies Record<string, AdminEndpoint>
