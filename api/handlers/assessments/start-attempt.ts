import type { Answer, Input } from '../../../contract/schemas'
import { requireTrustTags } from '../../domain/assessments/require-trusttags'
import { startAttempt as start } from '../../domain/assessments/start-attempt'
import type { AssessmentServices } from '../../domain/assessments/start-attempt'
import { answerAttempt } from '../../domain/assessments/answer-attempt'
import type { RequestContext } from '../../ports/handler'

/** Begins an assessment. @throws ApiError `not-found`, `retake-too-early`, `too-many-requests`, `client/invalid-token` */
export async function startAttempt(
  services: AssessmentServices,
  request: RequestContext,
  { skill }: Input<'startAttempt'>,
): Promise<Answer<'startAttempt'>> {
  requireTrustTags(request.app)
  const { attempt, visitorToken } = await start(services, request, skill)
  const { data } = await answerAttempt(services, attempt)
  return { data: visitorToken === undefined ? data : { ...data, visitorToken } }
}
