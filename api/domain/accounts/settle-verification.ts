import type { MemberRow, Repositories, Store } from '../../ports/store'
import { ApiError } from '../api-error'
import type { LinkOwner } from './find-link-owner'

/**
 * The address is the member's own: it counts as verified, and password and sessions stay.
 *
 * @throws ApiError `invalid-reset-code` when another request used the link first
 */
export async function confirmEmail(store: Store, owner: LinkOwner): Promise<void> {
  await useLink(store, owner, async (member, { members }) => {
    await members.update(member.id, { verified: true })
  })
}

/**
 * Somebody else signed up with this address: whatever they set up stops working. The account stays, unverified and
 * without a password; a reset by mail gives it to the owner of the mailbox.
 *
 * @throws ApiError `invalid-reset-code` when another request used the link first
 */
export async function dropStranger(store: Store, owner: LinkOwner): Promise<void> {
  await useLink(store, owner, async (member, { members, sessions, codes }) => {
    await members.update(member.id, { passwordHash: null })
    await sessions.deleteByMember(member.id)
    await codes.deleteByMember(member.id)
  })
}

async function useLink(
  store: Store,
  { code }: LinkOwner,
  settle: (member: MemberRow, repositories: Repositories) => Promise<void>,
): Promise<void> {
  await store.transaction(async (repositories) => {
    const used = await repositories.codes.consume(code.id)
    const member = used && (await repositories.members.lock(code.memberId))
    // Verified meanwhile, by a reset for one: then nothing of it may be dropped any more.
    if (!member || member.verified) throw new ApiError('invalid-reset-code')
    await settle(member, repositories)
  })
}
