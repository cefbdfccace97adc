import type { Answer, Input } from '../../../contract/schemas'
import { startWorkSample as start } from '../../domain/work-samples/start-work-sample'
import type { StorageServices } from '../../domain/storage/within-storage'
import { toWorkSample } from '../../domain/work-samples/to-work-sample'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * Announces a file.
 * @throws ApiError `not-found`, `attempt-not-found`, `attempt-not-complete`, `unsupported-file-type`, `work-sample-too-large`,
 *   `too-many-work-samples`, `work-sample-space-used-up`, `too-many-requests`, `client/invalid-token`,
 *   `storage-needs-verified-email`, `storage-account-full`, `storage-address-full`, `storage-app-full`
 */
export async function startWorkSample(
  services: StorageServices & Pick<Services, 'secrets' | 'rateLimiter'>,
  request: RequestFor<'startWorkSample'>,
  { attemptId, ...file }: Input<'startWorkSample'>,
): Promise<Answer<'startWorkSample'>> {
  return { data: toWorkSample(await start(services, request, attemptId, file)) }
}
