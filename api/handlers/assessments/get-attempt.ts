import type { Answer, Input } from '../../../contract/schemas'
import { answerAttempt } from '../../domain/assessments/answer-attempt'
import { findOwnAttempt } from '../../domain/assessments/attempt-owner'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** An attempt with its questions and answers. @throws ApiError `attempt-not-found` */
export async function getAttempt(
  services: Pick<Services, 'store' | 'banks' | 'clock'>,
  request: RequestContext,
  { attemptId }: Input<'getAttempt'>,
): Promise<Answer<'getAttempt'>> {
  return answerAttempt(services, await findOwnAttempt(services.store, request, attemptId))
}
