import type { Attempt } from '../../../contract/schemas/assessments'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'
import { ATTEMPTS_LISTED_MAX, attemptOwner } from './attempt-owner'
import { bySkill } from './by-skill'
import { retakeAt } from './retake-at'
import { toAttempt } from './to-attempt'

/** The attempts of the member or, without one, of the browser; newest first. */
export async function listOwnAttempts(
  { store, banks, clock }: Pick<Services, 'store' | 'banks' | 'clock'>,
  request: RequestContext,
): Promise<Attempt[]> {
  const owner = attemptOwner(request)
  if (!owner) return []
  const rows = await store.attempts.listByOwner(owner, ATTEMPTS_LISTED_MAX)
  const counting = bySkill(await store.attempts.listCounting(owner, clock.now()))
  return rows.map((row) => toAttempt(banks, row, retakeAt(counting.of(row.skill))))
}
