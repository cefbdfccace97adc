import type { Answer, Input } from '../../../contract/schemas'
import { findMembersAttempt } from '../../domain/work-samples/own-work-sample'
import { toWorkSample } from '../../domain/work-samples/to-work-sample'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** The files of an assessment, oldest first, incomplete ones among them. @throws ApiError `not-found`, `attempt-not-found` */
export async function listWorkSamples(
  { store }: Pick<Services, 'store'>,
  request: RequestFor<'listWorkSamples'>,
  { attemptId }: Input<'listWorkSamples'>,
): Promise<Answer<'listWorkSamples'>> {
  const { id } = await findMembersAttempt(store, request, attemptId)
  const rows = await store.workSamples.listByAttempt(id)
  return { data: { samples: rows.map(toWorkSample) } }
}
