import type { Attempt } from '../../../contract/schemas/assessments'
import type { Services } from '../../ports/services'
import type { AttemptRow } from '../../ports/trusttag/attempt-store'
import { ATTEMPTS_LISTED_MAX } from './attempt-owner'
import { toAttempt } from './to-attempt'

/** One attempt as its owner sees it, with when it can be tried again. */
export async function answerAttempt(
  { store, banks }: Pick<Services, 'store' | 'banks'>,
  row: AttemptRow,
): Promise<{ data: Attempt }> {
  const others = await store.attempts.listByOwner(row, ATTEMPTS_LISTED_MAX)
  return { data: toAttempt(banks, row, others) }
}
