import type { AdminMember } from '../../../contract/admin/schemas/members'
import type { PlanConnection } from '../../../contract/entities'
import type { MemberRow } from '../../ports/store'
import { toMember } from '../../features/plans/serializers'
import type { AppDefinition } from '../app-definition'
import type { MemberPlans } from '../../features/plans/connections'

/**
 * A member as an owner's server reads them: every custom field, those too that only an admin may know, and the page of
 * their own as it was set. Never how they log in.
 */
export function toAdminMember(app: AppDefinition, row: MemberRow, plans: MemberPlans): AdminMember {
  const member = toMember(app, row, plans)
  return {
    ...member,
    loginRedirect: row.loginRedirect,
    customFields: row.customFields,
    lastLogin: row.lastLoginAt === null ? null : new Date(row.lastLoginAt).toISOString(),
    planConnections: member.planConnections.map(toAdminConnection),
  }
}

const toAdminConnection = ({ payment, ...connection }: PlanConnection): AdminMember['planConnections'][number] => ({
  ...connection,
  payment: payment && { ...payment, lastInvoice: null, lastReceipt: null, card: '' },
})
