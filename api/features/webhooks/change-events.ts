import { isDeepStrictEqual } from 'node:util'
import type { WebhookEvent } from '../../../contract/webhooks'
import { toAdminMember } from '../accounts/admin-members'
import type { AppDefinition } from '../apps/definition'
import type { MemberRow, PlanConnectionRow, Repositories } from '../../ports/store'
import type { TeamPerson, TeamRow } from '../../ports/team-store'
import type { OwnerScope } from '../../ports/trusttag/owner-store'
import { readMemberPlans } from '../plans/connections'
import type { MemberPlans } from '../plans/connections'
import { toPlanConnection } from '../plans/serializers'

export interface ChangeEvent extends OwnerScope {
  event: WebhookEvent
  /** Called only when an endpoint takes the event. */
  payload: (app: AppDefinition) => Record<string, unknown>
}

/** A member at one moment; null: none. */
export type MemberState = { row: MemberRow; plans: MemberPlans } | null

/** A team at one moment; null: none. */
export type TeamState = { team: TeamRow; planId: string; people: readonly TeamPerson[] } | null

export async function readMemberState(repositories: Repositories, id: string): Promise<MemberState> {
  const row = await repositories.members.findById(id)
  return row && { row, plans: await readMemberPlans(repositories, id) }
}

export async function readTeamState({ teams, planConnections }: Repositories, id: string): Promise<TeamState> {
  const team = await teams.find(id)
  const connection = team && (await planConnections.find(team.connectionId))
  return connection && { team, planId: connection.planId, people: await teams.listPeople(id) }
}

/** Changes to these columns emit an event; passwords, login times and customer IDs stay private. */
const watchedColumns = [
  'email',
  'verified',
  'profileImage',
  'loginRedirect',
  'customFields',
  'metaData',
  'json',
] as const satisfies (keyof MemberRow)[]

/** The events of a member and their plans between two moments. */
export function diffMember(before: MemberState, after: MemberState): ChangeEvent[] {
  const known = after ?? before
  if (known === null) return []
  return [...ofMember(before, after), ...ofPlans(known.row, before, after)]
}

function ofMember(before: MemberState, after: MemberState): ChangeEvent[] {
  if (before === null && after !== null) return [aboutMember('member.created', after)]
  if (before !== null && after === null) return [aboutMember('member.deleted', before)]
  const isChanged =
    before && after && watchedColumns.some((name) => !isDeepStrictEqual(before.row[name], after.row[name]))
  return isChanged ? [aboutMember('member.updated', after)] : []
}

const aboutMember = (event: WebhookEvent, { row, plans }: NonNullable<MemberState>): ChangeEvent => ({
  appId: row.appId,
  mode: row.mode,
  event,
  payload: (app) => ({ ...toAdminMember(app, row, plans) }),
})

/** Compares by plan, not by connection: a connection can change its plan, and a plan its connection. */
function ofPlans(member: MemberRow, before: MemberState, after: MemberState): ChangeEvent[] {
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

const aboutPlan = (
  event: WebhookEvent,
  { id, email, appId, mode }: MemberRow,
  row: PlanConnectionRow,
): ChangeEvent => ({
  appId,
  mode,
  event,
  payload: (app) => ({ id, auth: { email }, planConnection: toPlanConnection(app, row) }),
})

/** The events of a team between two moments: who joined and who left. Its owner does neither. */
export function diffTeam(before: TeamState, after: TeamState): ChangeEvent[] {
  const [were, are] = [seated(before), seated(after)]
  const without = (people: TeamPerson[], others: TeamPerson[]) =>
    people.filter(({ memberId }) => !others.some((other) => other.memberId === memberId))
  return [
    ...without(are, were).flatMap(about('team.member.added', after)),
    ...without(were, are).flatMap(about('team.member.removed', before)),
  ]
}

const seated = (state: TeamState): TeamPerson[] => state?.people.filter(({ role }) => role === 'MEMBER') ?? []

const about =
  (event: WebhookEvent, state: TeamState) =>
  ({ memberId, email }: TeamPerson): ChangeEvent[] => {
    if (state === null) return []
    const { team, planId } = state
    const payload = () => ({ teamId: team.id, planId, member: { id: memberId, auth: { email } } })
    return [{ appId: team.appId, mode: team.mode, event, payload }]
  }
