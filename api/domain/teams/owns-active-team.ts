import type { TeamOfMember } from '../../ports/team-store'
import { isActive } from '../plans/is-active'

/**
 * Whether one of a member's teams is their own and its plan gives access.
 *
 * @param replaces id of the purchase whose team does not count, because another one takes its place
 */
export function ownsActiveTeam(teams: readonly TeamOfMember[], replaces: string | null = null): boolean {
  return teams.some(
    ({ role, connection }) => role === 'OWNER' && isActive(connection) && connection.purchase?.id !== replaces,
  )
}
