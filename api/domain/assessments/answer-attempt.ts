import type { Attempt } from '../../../contract/schemas/assessments'
import type { Services } from '../../ports/services'
import type { AttemptRow } from '../../ports/trusttag/attempt-store'
import { bySkill } from './by-skill'
import { retakeAt } from './retake-at'
import { toAttempt } from './to-attempt'

/** One attempt as its owner sees it, with when it can be tried again. */
export async function answerAttempt(
  { store, banks, clock }: Pick<Services, 'store' | 'banks' | 'clock'>,
  row: AttemptRow,
): Promise<{ data: Attempt }> {
  const own = await store.attempts.listCounting(row, clock.now())
  return { data: toAttempt(banks, row, retakeAt(bySkill(own).of(row.skill))) }
}
