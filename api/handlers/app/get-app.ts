import { toApp } from '../../features/plans/serializers'
import type { AppServices } from '../../features/plans/serializers'
import { readMemberPlans } from '../../features/plans/connections'
import type { Answer } from '../../../contract/schemas'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** The app; with a member also what they may see of it. */
export async function getApp(
  services: Pick<Services, 'store'> & AppServices,
  { app, mode, member }: RequestContext,
): Promise<Answer<'getApp'>> {
  const plans = member && (await readMemberPlans(services.store, member.id))
  return { data: toApp(services, app, mode, plans) }
}
