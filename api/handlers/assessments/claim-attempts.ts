import type { Answer } from '../../../contract/schemas'
import { claimAttempts as claim } from '../../domain/assessments/claim-attempts'
import { listOwnAttempts } from '../../domain/assessments/list-own-attempts'
import { requireTrustTags } from '../../domain/assessments/require-trusttags'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** Makes what a visitor did in this browser the member's. @throws ApiError `not-found`, `client/invalid-token` */
export async function claimAttempts(
  services: Pick<Services, 'store' | 'banks' | 'secrets' | 'clock'>,
  request: RequestFor<'claimAttempts'>,
): Promise<Answer<'claimAttempts'>> {
  requireTrustTags(request.app)
  const dropped = await claim(services, request)
  return { data: { attempts: await listOwnAttempts(services, request), dropped } }
}
