import type { Answer } from '../../../contract/schemas'
import { toMember } from '../../features/plans/serializers'
import { settleOpenPurchases } from '../../features/payments/settle'
import type { SettleServices } from '../../features/payments/settle'
import { readMemberPlans } from '../../features/plans/connections'
import type { MemberPlans } from '../../features/plans/connections'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'
import type { CallerPlans } from '../../ports/store'

/**
 * The logged-in member, with what they paid for just now; null without a session or with a dead one, so that a client ends
 * it cleanly.
 */
export async function getMember(
  services: SettleServices & Pick<Services, 'log'>,
  { app, member, callerPlans }: RequestContext,
): Promise<Answer<'getMember'>> {
  if (!member) return { data: null }
  const plans = knownPlans(callerPlans) ?? (await readPlans(services, member.id, callerPlans))
  return { data: toMember(app, member, plans) }
}

/** Most members are in no team and never began to buy anything: what came with the session is all there is then. */
const knownPlans = (found: CallerPlans | undefined): MemberPlans | null =>
  found && !found.hasPurchases && !found.hasTeams ? { connections: found.connections, teams: [] } : null

async function readPlans(
  services: SettleServices & Pick<Services, 'log'>,
  memberId: string,
  found: CallerPlans | undefined,
): Promise<MemberPlans> {
  const { store } = services
  if (found && !found.hasPurchases)
    return { connections: found.connections, teams: await store.teams.listByMember(memberId) }
  await settleOpenPurchases(services, memberId)
  return readMemberPlans(store, memberId)
}
