import type { Answer } from '../../../contract/schemas'
import { requireTrustTags } from '../../domain/assessments/require-trusttags'
import { settleOpenPurchases } from '../../domain/payments/settle-open-purchases'
import type { SettleServices } from '../../domain/payments/settle-purchase'
import { listOwnPurchases } from '../../domain/tag-purchases/list-own-purchases'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** What the member bought, newest first, and what became of their credits; a payment just made counts. @throws ApiError `not-found` */
export async function listTagPurchases(
  services: SettleServices & Pick<Services, 'log'>,
  { app, member }: RequestFor<'listTagPurchases'>,
): Promise<Answer<'listTagPurchases'>> {
  requireTrustTags(app)
  await settleOpenPurchases(services, member.id)
  return { data: await listOwnPurchases(services, member.id) }
}
