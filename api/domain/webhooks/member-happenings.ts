import { isDeepStrictEqual } from 'node:util'
import type { WebhookEvent } from '../../../contract/webhooks'
import type { MemberRow, PlanConnectionRow } from '../../ports/store'
import { toAdminMember } from '../admin/to-admin-member'
import { toPlanConnection } from '../../features/plans/serializers'
import type { Happening } from './happening'
import type { MemberState } from './states'

/** A change of these is told. A password, a time of login, and who somebody is to the payment provider are none of them. */
const toldColumns = [
  'email',
  'verified',
  'profileImage',
  'loginRedirect',
  'customFields',
  'metaData',
  'json',
] as const satisfies (keyof MemberRow)[]

/** What happened to a member and their plans between two moments. */
export function memberHappenings(before: MemberState, after: MemberState): Happening[] {
  const known = after ?? before
  if (known === null) return []
  return [...ofMember(before, after), ...ofPlans(known.row, before, after)]
}

function ofMember(before: MemberState, after: MemberState): Happening[] {
  if (before === null && after !== null) return [aboutMember('member.created', after)]
  if (before !== null && after === null) return [aboutMember('member.deleted', before)]
  const isTold = before && after && toldColumns.some((name) => !isDeepStrictEqual(before.row[name], after.row[name]))
  return isTold ? [aboutMember('member.updated', after)] : []
}

const aboutMember = (event: WebhookEvent, { row, plans }: NonNullable<MemberState>): Happening => ({
  appId: row.appId,
  mode: row.mode,
  event,
  payload: (app) => ({ ...toAdminMember(app, row, plans) }),
})

/** By plan and not by connection: one connection can go over to another plan, and one plan to another connection. */
function ofPlans(member: MemberRow, before: MemberState, after: MemberState): Happening[] {
  const [had, has] = [byPlan(before), byPlan(after)]
  return [...new Set([...had.keys(), ...has.keys()])].flatMap((planId) => {
    const [was, is] = [had.get(planId), has.get(planId)]
    if (isHeld(is)) {
      if (!isHeld(was)) return [aboutPlan('member.plan.added', member, is)]
      return isDeepStrictEqual(was, is) ? [] : [aboutPlan('member.plan.updated', member, is)]
    }
    return isHeld(was) ? [aboutPlan('member.plan.canceled', member, is ?? { ...was, status: 'CANCELED' })] : []
  })
}

const byPlan = (state: MemberState): Map<string, PlanConnectionRow> =>
  new Map(state?.plans.connections.map((connection) => [connection.planId, connection]))

const isHeld = (connection: PlanConnectionRow | undefined): connection is PlanConnectionRow =>
  connection !== undefined && connection.status !== 'CANCELED'

const aboutPlan = (event: WebhookEvent, { id, email, appId, mode }: MemberRow, row: PlanConnectionRow): Happening => ({
  appId,
  mode,
  event,
  payload: (app) => ({ id, auth: { email }, planConnection: toPlanConnection(app, row) }),
})
