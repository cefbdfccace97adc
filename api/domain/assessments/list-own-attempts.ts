import type { Attempt } from '../../../contract/schemas/assessments'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'
import { ATTEMPTS_LISTED_MAX, attemptOwner } from './attempt-owner'
import { toAttempt } from './to-attempt'

/** The attempts of the member or, without one, of the browser; newest first. */
export async function listOwnAttempts(
  { store, banks }: Pick<Services, 'store' | 'banks'>,
  request: RequestContext,
): Promise<Attempt[]> {
  const owner = attemptOwner(request)
  const rows = owner ? await store.attempts.listByOwner(owner, ATTEMPTS_LISTED_MAX) : []
  return rows.map((row) => toAttempt(banks, row, rows))
}
