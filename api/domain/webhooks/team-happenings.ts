import type { WebhookEvent } from '../../../contract/webhooks'
import type { TeamPerson } from '../../ports/team-store'
import type { Happening } from './happening'
import type { TeamState } from './states'

/** Who joined and who left a team between two moments. Its owner does neither. */
export function teamHappenings(before: TeamState, after: TeamState): Happening[] {
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
  ({ memberId, email }: TeamPerson): Happening[] => {
    if (state === null) return []
    const { team, planId } = state
    const payload = () => ({ teamId: team.id, planId, member: { id: memberId, auth: { email } } })
    return [{ appId: team.appId, mode: team.mode, event, payload }]
  }
