import type { CustomFieldValue, Member } from '../../../contract/entities'
import type { MemberRow, PlanConnectionRow } from '../../ports/store'
import type { AppDefinition } from '../app-definition'
import { findRedirect } from '../plans/find-redirect'
import { toPlanConnection } from './to-plan-connection'

/** A member as they themselves may read it: without what only an admin may know. */
export function toMember(app: AppDefinition, row: MemberRow, connections: readonly PlanConnectionRow[]): Member {
  return {
    id: row.id,
    verified: row.verified,
    profileImage: row.profileImage,
    auth: { email: row.email, hasPassword: row.passwordHash !== null, providers: [] },
    // Where a login would take them now; the page of their own, which an admin sets, comes first in it.
    loginRedirect: findRedirect(app, 'afterLogin', row, connections),
    stripeCustomerId: row.stripeCustomerId,
    createdAt: new Date(row.createdAt).toISOString(),
    metaData: row.metaData,
    customFields: withoutAdminFields(app, row.customFields),
    permissions: [],
    planConnections: connections.map((connection) => toPlanConnection(app, connection)),
    teams: { ownedTeams: [], joinedTeams: [] },
    json: row.json,
  }
}

function withoutAdminFields(app: AppDefinition, values: MemberRow['customFields']): Record<string, CustomFieldValue> {
  const restricted = new Set(app.customFields.filter((field) => field.restrictToAdmin).map(({ key }) => key))
  return Object.fromEntries(Object.entries(values).filter(([key]) => !restricted.has(key)))
}
