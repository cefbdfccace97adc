import type { Answer, Input } from '../../../contract/schemas'
import { openPortal } from '../../domain/payments/open-portal'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** Opens the page where a member looks after what they pay for. @throws ApiError as `openPortal` */
export async function createBillingPortalSession(
  services: Pick<Services, 'store' | 'payments' | 'rateLimiter'>,
  request: RequestFor<'createBillingPortalSession'>,
  input: Input<'createBillingPortalSession'>,
): Promise<Answer<'createBillingPortalSession'>> {
  return { data: { url: await openPortal(services, request, input) } }
}
