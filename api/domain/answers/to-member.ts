import type { Member } from '../../../contract/entities'
import type { MemberRow } from '../../ports/store'
import type { AppDefinition } from '../app-definition'
import { isModerator } from '../../features/comments/access'
import { findRedirect } from '../plans/find-redirect'
import { isActive } from '../plans/is-active'
import type { MemberPlans } from '../plans/member-plans'
import { toPlanConnection } from './to-plan-connection'

/** A member as they themselves may read it: without what only an admin may know. */
export function toMember(app: AppDefinition, row: MemberRow, plans: MemberPlans): Member {
  return {
    id: row.id,
    verified: row.verified,
    profileImage: row.profileImage,
    auth: {
      email: row.email,
      hasPassword: row.passwordHash !== null,
      providers: row.providers.map((provider) => ({ provider })),
    },
    // Where a login would take them now; the page of their own, which an admin sets, comes first in it.
    loginRedirect: findRedirect(app, 'afterLogin', row, plans),
    stripeCustomerId: row.stripeCustomerId,
    createdAt: new Date(row.createdAt).toISOString(),
    metaData: row.metaData,
    customFields: withoutAdminFields(app, row.customFields),
    permissions: [],
    ...(app.comments && { isModerator: isModerator(app, row) }),
    planConnections: plans.connections.map((connection) => toPlanConnection(app, connection)),
    teams: toTeams(app, plans),
    json: row.json,
  }
}

function toTeams(app: AppDefinition, { teams }: MemberPlans): Member['teams'] {
  if (teams.length === 0) return { ownedTeams: [], joinedTeams: [] }
  const ofRole = (wanted: (typeof teams)[number]['role']) => teams.filter(({ role }) => role === wanted)
  return {
    ownedTeams: ofRole('OWNER').map(({ team }) => ({ teamId: team.id })),
    joinedTeams: ofRole('MEMBER').map(({ team, connection }) => ({
      teamId: team.id,
      planName: app.plans.find(({ id }) => id === connection.planId)?.name ?? connection.planId,
      planId: connection.planId,
      active: isActive(connection),
    })),
  }
}

/** Without those fields that only an admin may know. */
export function withoutAdminFields<T>(app: AppDefinition, values: Record<string, T>): Record<string, T> {
  // Most apps have none, and a session read is mostly this.
  const restricted = app.customFields.filter((field) => field.restrictToAdmin)
  if (restricted.length === 0) return values
  const keys = new Set(restricted.map(({ key }) => key))
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.has(key)))
}
