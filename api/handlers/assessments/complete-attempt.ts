import type { Answer, Input } from '../../../contract/schemas'
import { answerAttempt } from '../../domain/assessments/answer-attempt'
import { completeAttempt as complete } from '../../domain/assessments/complete-attempt'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** Ends an attempt and says its result. @throws ApiError `attempt-not-found`, `attempt-over`, `answers-missing` */
export async function completeAttempt(
  services: Pick<Services, 'store' | 'banks' | 'secrets' | 'clock'>,
  request: RequestContext,
  { attemptId }: Input<'completeAttempt'>,
): Promise<Answer<'completeAttempt'>> {
  return answerAttempt(services, await complete(services, request, attemptId))
}
