import type { Services } from '../../ports/services'
import type { RequestContext } from '../../ports/handler'
import type { AttemptRow } from '../../ports/trusttag/attempt-store'
import type { QuestionBanks } from '../../ports/trusttag/question-banks'
import { ApiError } from '../../lib/errors'
import { askedQuestions } from './asked-questions'
import type { Asked } from './asked-questions'
import { lockOwnAttempt } from './attempt-owner'
import { readChoices } from '../../../contract/read-choices'

/**
 * Adds answers to an open attempt; an empty one is taken back.
 * @param sent by number of the question
 * @throws ApiError `attempt-not-found`, `attempt-over`, `invalid-field-value` for a question or an option that it does not have
 */
export async function saveAnswers(
  { store, banks, clock }: Pick<Services, 'store' | 'banks' | 'clock'>,
  request: RequestContext,
  id: string,
  sent: Record<string, string>,
): Promise<AttemptRow> {
  return store.transaction(async (repositories) => {
    const attempt = await lockOwnAttempt(repositories, request, id)
    if (attempt.status !== 'OPEN' || attempt.expiresAt <= clock.now()) throw new ApiError('attempt-over')
    checkAnswers(banks, attempt, sent)
    const merged = Object.entries({ ...attempt.answers, ...sent }).filter(([, answer]) => answer !== '')
    const answers = Object.fromEntries(merged)
    await repositories.attempts.update(id, { answers })
    return { ...attempt, answers }
  })
}

function checkAnswers(banks: QuestionBanks, attempt: AttemptRow, sent: Record<string, string>): void {
  const asked = askedQuestions(banks.byId(attempt.bankId), attempt)
  for (const [number, answer] of Object.entries(sent)) {
    const question = asked.find(({ id }) => String(id) === number)
    if (!question || !isAnswer(question, answer)) throw new ApiError('invalid-field-value')
  }
}

function isAnswer({ type, options }: Asked, answer: string): boolean {
  if (answer === '' || type === 'text') return true
  return type === 'select' ? options.includes(answer) : readChoices(answer, options) !== null
}
