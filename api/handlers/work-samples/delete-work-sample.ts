import type { Answer, Input } from '../../../contract/schemas'
import { dropWorkSample } from '../../domain/work-samples/drop-work-sample'
import { findOwnWorkSample } from '../../domain/work-samples/own-work-sample'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** Deletes a file, complete or not. @throws ApiError `not-found`, `work-sample-not-found` */
export async function deleteWorkSample(
  services: Pick<Services, 'store' | 'uploads' | 'log'>,
  request: RequestFor<'deleteWorkSample'>,
  { sampleId }: Input<'deleteWorkSample'>,
): Promise<Answer<'deleteWorkSample'>> {
  // In turn, so that a part that is being written does not make the file anew.
  await services.uploads.inTurn(sampleId, async () =>
    dropWorkSample(services, await findOwnWorkSample(services.store, request, sampleId)),
  )
  return { data: { id: sampleId } }
}
