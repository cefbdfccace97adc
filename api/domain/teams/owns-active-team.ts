import type { TeamOfMember } from '../../ports/team-store'
import { isActive } from '../plans/is-active'

/**
 * Whether one of a member's teams is their own and its plan gives access.
 *
 * @param besides id of the connection whose team does not count, because another plan takes its place
 */
export function ownsActiveTeam(teams: readonly TeamOfMember[], besides?: string): boolean {
  return teams.some(({ role, connection }) => role === 'OWNER' && isActive(connection) && connection.id !== besides)
}
