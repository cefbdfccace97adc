/** TYPES of the client methods about teams that share a plan. */
import type { Team } from '../../contract/types/team'
import type { Answered, TokenOption } from './answered'

export interface TeamClient {
  /** @throws `invalid-invite-token`, `team-inactive`, `team-full`, `already-in-team` */
  joinTeam(params: { inviteToken: string }, options?: TokenOption): Promise<Answered<{ teamId: string }>>
  /** For the team's owner. @throws `team-not-found`, `access-denied` */
  getTeam(params: { teamId: string }, options?: TokenOption): Promise<Answered<Team>>
  /** The owner removes anybody but themselves, a member only themselves. @throws `access-denied`, `member-not-found` */
  removeMemberFromTeam(
    params: { teamId: string; memberId: string },
    options?: TokenOption,
  ): Promise<Answered<{ id: string }>>
  /** For the owner: a new invite link; the old one works no longer. */
  generateInviteToken(params: { teamId: string }, options?: TokenOption): Promise<Answered<{ inviteToken: string }>>
}
