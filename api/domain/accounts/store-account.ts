import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import type { AppDefinition } from '../app-definition'
import { joinPlans } from '../../features/plans/join'
import { tryInvitation } from '../../features/plans/teams'
import type { NewAccount } from './create-account'
import { recordSignup } from './record-signup'

/**
 * Stores a new member with free plans, in the team that invited them, in the caller's transaction: a crash leaves
 * everything or nothing. An invitation that does not work any more costs nobody the account.
 *
 * @param settle what else must hold or be written, once the member is stored
 * @returns the sentence that says why they could not join the team, null when there is nothing to say
 * @throws UniqueConstraintError when the address is taken
 * @throws ApiError `plan-member-limit-reached`, `can-only-have-one-active-team`
 */
export async function storeAccount(
  repositories: Repositories,
  services: Pick<Services, 'secrets' | 'clock' | 'mirror'>,
  app: AppDefinition,
  { plans, inviteToken }: Pick<NewAccount, 'plans' | 'inviteToken'>,
  member: MemberRow,
  settle: (repositories: Repositories) => Promise<void>,
): Promise<string | null> {
  await repositories.members.insert(member)
  await recordSignup(repositories, services, app, member)
  await settle(repositories)
  await joinPlans(repositories, services, app, member, plans)
  return tryInvitation(repositories, services, app, member, inviteToken)
}
