import type { ContentGroup, Member } from '../../../contract/entities'

/**
 * Whether somebody may see what belongs to a content group. Decided here from what is known of the member, so that a
 * plan that was just joined counts at once.
 * @param member null for a visitor
 */
export const hasGroupAccess = (
  { allowAllMembers, plans }: Pick<ContentGroup, 'allowAllMembers' | 'plans'>,
  member: Member | null,
): boolean =>
  member !== null &&
  (allowAllMembers ||
    [...member.planConnections, ...member.teams.joinedTeams].some(
      ({ active, planId }) => active && plans.some(({ id }) => id === planId),
    ))
