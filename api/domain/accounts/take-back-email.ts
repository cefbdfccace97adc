import type { EmailChangeRow } from '../../ports/address-store'
import type { MemberRow, Repositories } from '../../ports/store'
import { dropOpenCodes } from './drop-open-codes'

/**
 * Gives a member the verified address back that a change took from them; what was mailed to the new one opens nothing
 * any more.
 *
 * @param member locked, with the address they have now
 * @returns false when another request was first, or somebody else has the old address by now
 */
export async function takeBackEmail(
  repositories: Pick<Repositories, 'members' | 'emailChanges' | 'codes' | 'emailCodes'>,
  change: EmailChangeRow,
  member: MemberRow,
): Promise<boolean> {
  const { members, emailChanges } = repositories
  const holder = await members.findByEmail(change.appId, change.mode, change.email)
  if (holder && holder.id !== member.id) return false
  if (!(await emailChanges.takeBack(change))) return false
  await members.update(member.id, { email: change.email, verified: true })
  await dropOpenCodes(repositories, member)
  return true
}
