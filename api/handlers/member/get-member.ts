import type { Answer } from '../../../contract/schemas'
import { toMember } from '../../domain/answers/to-member'
import { settleOpenPurchases } from '../../domain/payments/settle-open-purchases'
import type { SettleServices } from '../../domain/payments/settle-purchase'
import { readMemberPlans } from '../../domain/plans/member-plans'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * The logged-in member, with what they paid for just now; null without a session or with a dead one, so that a client ends
 * it cleanly.
 */
export async function getMember(
  services: SettleServices & Pick<Services, 'log'>,
  { app, member }: RequestContext,
): Promise<Answer<'getMember'>> {
  if (!member) return { data: null }
  await settleOpenPurchases(services, member.id)
  return { data: toMember(app, member, await readMemberPlans(services.store, member.id)) }
}
