import type { Answer, Input } from '../../../contract/schemas'
import { answerAttempt } from '../../domain/assessments/answer-attempt'
import { saveAnswers as save } from '../../domain/assessments/save-answers'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** Keeps answers as they are given. @throws ApiError `attempt-not-found`, `attempt-over`, `invalid-field-value` */
export async function saveAnswers(
  services: Pick<Services, 'store' | 'banks' | 'clock'>,
  request: RequestContext,
  { attemptId, answers }: Input<'saveAnswers'>,
): Promise<Answer<'saveAnswers'>> {
  return answerAttempt(services, await save(services, request, attemptId, answers))
}
