import type { Answer, Input } from '../../../contract/schemas'
import { startWorkSample as start } from '../../domain/work-samples/start-work-sample'
import { toWorkSample } from '../../domain/work-samples/to-work-sample'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * Announces a file.
 * @throws ApiError `not-found`, `attempt-not-found`, `attempt-not-complete`, `unsupported-file-type`, `work-sample-too-large`,
 *   `too-many-work-samples`, `work-sample-space-used-up`, `too-many-requests`, `client/invalid-token`
 */
export async function startWorkSample(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter'>,
  request: RequestFor<'startWorkSample'>,
  { attemptId, ...file }: Input<'startWorkSample'>,
): Promise<Answer<'startWorkSample'>> {
  return { data: toWorkSample(await start(services, request, attemptId, file)) }
}
