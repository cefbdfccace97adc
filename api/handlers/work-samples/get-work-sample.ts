import type { Answer, Input } from '../../../contract/schemas'
import { findOwnWorkSample } from '../../domain/work-samples/own-work-sample'
import { toWorkSample } from '../../domain/work-samples/to-work-sample'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** How far a file has arrived. @throws ApiError `not-found`, `work-sample-not-found` */
export async function getWorkSample(
  { store }: Pick<Services, 'store'>,
  request: RequestFor<'getWorkSample'>,
  { sampleId }: Input<'getWorkSample'>,
): Promise<Answer<'getWorkSample'>> {
  return { data: toWorkSample(await findOwnWorkSample(store, request, sampleId)) }
}
