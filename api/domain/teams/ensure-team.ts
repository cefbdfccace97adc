import type { Services } from '../../ports/services'
import type { PlanConnectionRow, Repositories } from '../../ports/store'
import type { AppDefinition } from '../app-definition'
import { isActive } from '../plans/is-active'

/**
 * Makes the team of a connection, with its member as the owner, where the plan shares seats and the connection gives
 * access. A connection has one team for good: whoever changes between team plans keeps the people and the invite link.
 * Runs in the caller's transaction, under the lock of the member.
 */
export async function ensureTeam(
  { members, teams }: Pick<Repositories, 'members' | 'teams'>,
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  app: AppDefinition,
  connection: PlanConnectionRow,
): Promise<void> {
  const plan = app.plans.find(({ id }) => id === connection.planId)
  if (!plan?.team || !isActive(connection)) return
  if (await teams.findByConnection(connection.id)) return
  const owner = await members.findById(connection.memberId)
  if (!owner) return
  await teams.insert({
    id: secrets.id('team'),
    appId: owner.appId,
    mode: owner.mode,
    ownerId: owner.id,
    connectionId: connection.id,
    inviteToken: secrets.sessionToken(),
    createdAt: clock.now(),
  })
}
