import type { MemberRow, Repositories, Store } from '../../ports/store'
import { ApiError } from '../../lib/errors'
import { dropOpenCodes } from './drop-open-codes'
import { dropWaysIn } from './drop-ways-in'
import type { LinkOwner } from './find-link-owner'
import { ownWordsOf } from './own-words'
import { settleProof } from './settle-proof'
import { takeBackEmail } from './take-back-email'

/**
 * The address is the member's own: it counts as verified. Password and sessions stay where the password was entered. Where
 * there was none to enter, the link is the first proof, and whoever gave the address may be somebody else: their sessions
 * and providers end.
 *
 * @param owner as they were when the password was checked
 * @returns whether the sessions stayed
 * @throws ApiError `invalid-reset-code` when another request used the link first
 */
export async function confirmEmail(store: Store, owner: LinkOwner): Promise<{ kept: boolean }> {
  const entered = owner.member.passwordHash
  return useLink(store, owner, async (member, repositories) => {
    const kept = entered !== null && member.passwordHash === entered
    if (kept) await repositories.members.update(member.id, { verified: true })
    else await settleProof(repositories, member)
    return { kept }
  })
}

/**
 * Somebody else gave this address. If a member did who had a verified one before, they mistyped: they get that one back
 * and keep their account. If they signed up with it, whatever they set up stops working and what they wrote goes; the
 * account stays, unverified and without a password, and a reset by mail gives it to the owner of the mailbox.
 *
 * @returns whether the account has its earlier address back
 * @throws ApiError `invalid-reset-code` when another request used the link first
 */
export async function dropStranger(store: Store, owner: LinkOwner, now: number): Promise<{ takenBack: boolean }> {
  return useLink(store, owner, async (member, repositories) => {
    const change = await repositories.emailChanges.findLatest(member.id, now)
    if (change && change.email !== member.email && (await takeBackEmail(repositories, change, member))) {
      return { takenBack: true }
    }
    await repositories.members.update(member.id, { passwordHash: null, ...ownWordsOf(owner.app, member) })
    await repositories.signupRecords.deleteByMember(member.id)
    await dropWaysIn(repositories, member.id)
    await dropOpenCodes(repositories, member)
    return { takenBack: false }
  })
}

async function useLink<T>(
  store: Store,
  { code }: LinkOwner,
  settle: (member: MemberRow, repositories: Repositories) => Promise<T>,
): Promise<T> {
  return store.transaction(async (repositories) => {
    const used = await repositories.codes.consume(code.id)
    const member = used && (await repositories.members.lock(code.memberId))
    // Verified meanwhile, by a reset for one: then nothing of it may be dropped any more.
    if (!member || member.verified) throw new ApiError('invalid-reset-code')
    return settle(member, repositories)
  })
}
