import type { Answer } from '../../../contract/schemas'
import { listOwnAttempts } from '../../domain/assessments/list-own-attempts'
import { requireTrustTags } from '../../domain/assessments/require-trusttags'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** The caller's attempts, the newest first. @throws ApiError `not-found` */
export async function listAttempts(
  services: Pick<Services, 'store' | 'banks' | 'clock'>,
  request: RequestContext,
): Promise<Answer<'listAttempts'>> {
  requireTrustTags(request.app)
  return { data: { attempts: await listOwnAttempts(services, request) } }
}
