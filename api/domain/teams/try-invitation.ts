import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../app-definition'
import { joinTeam } from './join-team'

/**
 * Uses the invite token that goes with a sign-up or a login, in the same transaction. An invitation that does not work
 * any more must not cost a person the account: it is said, and everything else goes on. How often tokens can be tried
 * this way is bounded by the limits of signing up and of mailed codes.
 *
 * @param inviteToken null, undefined and an empty one: there was no invitation
 * @returns the sentence that says why they are not in the team, null when there is nothing to say
 */
export async function tryInvitation(
  repositories: Pick<Repositories, 'planConnections' | 'teams'>,
  services: Pick<Services, 'clock'>,
  app: AppDefinition,
  member: MemberRow,
  inviteToken: string | null | undefined,
): Promise<string | null> {
  if (!inviteToken) return null
  try {
    await joinTeam(repositories, services, app, member, inviteToken)
    return null
  } catch (error) {
    // A database that cannot answer has said nothing about the invitation.
    if (!(error instanceof ApiError) || error.code === 'service-unavailable') throw error
    return error.code === 'already-in-team' ? null : `You could not join the team. ${error.message}`
  }
}
