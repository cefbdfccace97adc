import type { Answer } from '../../../contract/schemas'
import { toMember } from '../../domain/answers/to-member'
import { settleOpenPurchases } from '../../domain/payments/settle-open-purchases'
import type { SettleServices } from '../../domain/payments/settle-purchase'
import { readMemberPlans } from '../../domain/plans/member-plans'
import type { MemberPlans } from '../../domain/plans/member-plans'
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
  const plans = (callerPlans && knownPlans(callerPlans)) ?? (await readPlans(services, member.id))
  return { data: toMember(app, member, plans) }
}

/** Most members never began to buy anything and sit in no team: what came with the session is all there is then. */
const knownPlans = ({ hasPurchases, hasTeams, connections }: CallerPlans): MemberPlans | null =>
  hasPurchases || hasTeams ? null : { connections, teams: [] }

async function readPlans(services: SettleServices & Pick<Services, 'log'>, memberId: string): Promise<MemberPlans> {
  await settleOpenPurchases(services, memberId)
  return readMemberPlans(services.store, memberId)
}
