import type { Answer, Input } from '../../../contract/schemas'
import { requireTrustTags } from '../../domain/assessments/require-trusttags'
import { startAttempt as start } from '../../domain/assessments/start-attempt'
import type { AssessmentServices } from '../../domain/assessments/start-attempt'
import { toAttempt } from '../../domain/assessments/to-attempt'
import type { RequestContext } from '../../ports/handler'

/** Begins an assessment. @throws ApiError `not-found`, `retake-too-early`, `too-many-requests` */
export async function startAttempt(
  services: AssessmentServices,
  request: RequestContext,
  { skill }: Input<'startAttempt'>,
): Promise<Answer<'startAttempt'>> {
  requireTrustTags(request.app)
  const { attempt, others, visitorToken } = await start(services, request, skill)
  const answer = toAttempt(services.banks, attempt, others)
  return { data: visitorToken === undefined ? answer : { ...answer, visitorToken } }
}
