import type { RateLimiter } from '../../ports/rate-limiter'
import { ApiError } from '../../lib/errors'

/**
 * Runs what uses an invite token and counts the tokens that lead nowhere, by the caller's address. The use is counted
 * first and given back, so that guesses at the same moment share the limit.
 *
 * @throws ApiError `too-many-requests`, and whatever `work` throws
 */
export async function countGuess<T>(rateLimiter: RateLimiter, address: string, work: () => Promise<T>): Promise<T> {
  await rateLimiter.take('inviteTokenFailuresPerAddress', address)
  let wrong = false
  try {
    return await work()
  } catch (error) {
    wrong = error instanceof ApiError && error.code === 'invalid-invite-token'
    throw error
  } finally {
    if (!wrong) await rateLimiter.giveBack('inviteTokenFailuresPerAddress', address)
  }
}
