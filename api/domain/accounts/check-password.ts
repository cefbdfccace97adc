import type { PasswordHasher } from '../../ports/password-hasher'
import type { Services } from '../../ports/services'
import type { MemberRow } from '../../ports/store'

/**
 * Whether the password is the member's. A try counts before it is known to be wrong, so that parallel guesses share the
 * limit; it is forgotten when it was right, and given back when it could not be judged (a server with too much to hash
 * must lock nobody out).
 *
 * @param account the key under which failures count
 * @param member null costs as much as a member and is never right
 * @throws ApiError `too-many-requests`
 */
export async function checkPassword(
  { hasher, rateLimiter }: Pick<Services, 'rateLimiter'> & { hasher: Pick<PasswordHasher, 'verify'> },
  account: string,
  member: MemberRow | null,
  password: string,
): Promise<boolean> {
  await rateLimiter.take('failedLoginsPerAccount', account)
  const matches = await judge()
  if (matches) await rateLimiter.clear('failedLoginsPerAccount', account)
  return matches

  async function judge(): Promise<boolean> {
    try {
      return await hasher.verify(member?.passwordHash ?? null, password)
    } catch (error) {
      await rateLimiter.giveBack('failedLoginsPerAccount', account)
      throw error
    }
  }
}
