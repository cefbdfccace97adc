import type { Services } from '../../ports/services'
import type { CodeRow } from '../../ports/store'
import { accountKey } from '../account-key'
import { ApiError } from '../api-error'

/**
 * Sets the new password. Whoever had the code reads the mailbox, so the address is verified; everything that the old
 * password had opened ends: sessions and open codes. All in one transaction, and the code works once.
 *
 * @throws ApiError `invalid-reset-code` when another request used the code first
 */
export async function completeReset(
  { store, rateLimiter }: Pick<Services, 'store' | 'rateLimiter'>,
  code: CodeRow,
  passwordHash: string,
): Promise<void> {
  const { appId, mode, email } = await store.transaction(async ({ codes, members, sessions }) => {
    const member = (await codes.consume(code.id)) && (await members.lock(code.memberId))
    if (!member) throw new ApiError('invalid-reset-code')
    await members.update(member.id, { passwordHash, verified: true })
    await sessions.deleteByMember(member.id)
    await codes.deleteByMember(member.id)
    return member
  })
  // Failures with the old password must not keep the owner out of the new one.
  await rateLimiter.clear('failedLoginsPerAccount', accountKey(appId, mode, email))
}
