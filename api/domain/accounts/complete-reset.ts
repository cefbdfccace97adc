import type { Services } from '../../ports/services'
import type { CodeRow } from '../../ports/store'
import { accountKey } from '../../lib/ids'
import { ApiError } from '../../lib/errors'
import { dropOpenCodes } from './drop-open-codes'
import { settleProof } from './settle-proof'

/**
 * Sets the new password. Whoever had the code reads the mailbox, so the address is verified; everything that the old
 * password had opened ends: sessions, known devices and open codes. All in one transaction, and the code works once.
 *
 * @throws ApiError `invalid-reset-code` when another request used the code first
 */
export async function completeReset(
  { store, rateLimiter }: Pick<Services, 'store' | 'rateLimiter'>,
  code: CodeRow,
  passwordHash: string,
): Promise<void> {
  const { appId, mode, email } = await store.transaction(async (repositories) => {
    const { codes, members, sessions, devices, providerAnswers } = repositories
    const member = (await codes.consume(code.id)) && (await members.lock(code.memberId))
    if (!member) throw new ApiError('invalid-reset-code')
    await settleProof(repositories, member)
    await members.update(member.id, { passwordHash })
    await sessions.deleteByMember(member.id)
    await devices.deleteByMember(member.id)
    await providerAnswers.deleteByMember(member.id)
    await dropOpenCodes(repositories, member)
    return member
  })
  // Failures with the old password must not keep the owner out of the new one.
  const account = accountKey(appId, mode, email)
  await rateLimiter.clear('failedLoginsPerAccount', account)
  await rateLimiter.clear('failedLoginsPerAccountADay', account)
}
