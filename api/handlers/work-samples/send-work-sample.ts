import type { Answer, Input } from '../../../contract/schemas'
import { receivePart } from '../../domain/work-samples/receive-part'
import type { UploadServices } from '../../domain/work-samples/receive-part'
import { toWorkSample } from '../../domain/work-samples/to-work-sample'
import type { RequestFor } from '../../ports/handler'

/**
 * Takes the next part of a file; with the last one it is checked and ready.
 * @throws ApiError `not-found`, `work-sample-not-found`, `wrong-offset`, `invalid-field-value`, `unsupported-file-type`,
 *   `too-many-pixels`, `too-many-requests`, `service-unavailable`
 */
export async function sendWorkSample(
  services: UploadServices,
  request: RequestFor<'sendWorkSample'>,
  { sampleId, ...part }: Input<'sendWorkSample'>,
): Promise<Answer<'sendWorkSample'>> {
  return { data: toWorkSample(await receivePart(services, request, sampleId, part)) }
}
