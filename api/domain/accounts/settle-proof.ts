import type { MemberRow, Repositories } from '../../ports/store'
import { dropOpenCodes } from './drop-open-codes'
import { dropWaysIn } from './drop-ways-in'

/**
 * Whoever has the code reads the mailbox, and a provider may vouch for it: the address is theirs. If nobody had proven it
 * before, somebody else may have given it to the account, so what that person could come back with ends: password,
 * sessions, providers and open codes. What stands in the profile stays; it is far more often the owner's own.
 *
 * An earlier verified address can still take the account back: a thief of a session, too, can give the account an address
 * and prove that. It gets the profile as it is now, and nothing that is written from here on.
 *
 * @param member locked
 * @returns the member as it is now
 */
export async function settleProof(repositories: Repositories, member: MemberRow): Promise<MemberRow> {
  if (member.verified) return member
  const proven = { passwordHash: null, verified: true }
  await repositories.members.update(member.id, proven)
  await dropWaysIn(repositories, member.id)
  const { customFields, metaData, json } = member
  await repositories.emailChanges.keepWords(member.id, { customFields, metaData, json })
  await dropOpenCodes(repositories, member)
  return { ...member, ...proven, providers: [] }
}
