import { toApp, toMember } from '../../features/plans/serializers'
import { settleOpenPurchases } from '../../features/payments/settle'
import type { SettleServices } from '../../features/payments/settle'
import { recordVisit } from '../../features/visits'
import { noPlans, readMemberPlans } from '../../features/plans/connections'
import type { Answer, Input } from '../../../contract/schemas'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * What a page needs to start, in one answer; may count as a page view. Who comes back from a checkout has what they paid
 * for in it.
 */
export async function getAppAndMember(
  services: SettleServices & Pick<Services, 'captcha' | 'socialProviders' | 'urls' | 'log'>,
  request: RequestContext,
  { data }: Input<'getAppAndMember'>,
): Promise<Answer<'getAppAndMember'>> {
  const { app, mode, member } = request
  if (member) await settleOpenPurchases(services, member.id)
  const plans = member && (await readMemberPlans(services.store, member.id))
  const visit = { kind: 'page-view', type: null, sessionData: data?.sessionData ?? {} } as const
  const { visitId } = await recordVisit(services, request, { ...visit, keep: data?.trackPageView ?? false })
  return {
    data: {
      app: toApp(services, app, mode, plans),
      member: member && toMember(app, member, plans ?? noPlans),
      sessionData: { sessionId: visitId },
    },
  }
}
