import type { EmailChangeRow } from '../../ports/address-store'
import type { MemberRow, Repositories } from '../../ports/store'
import { dropOpenCodes } from './drop-open-codes'

/**
 * Gives a member the verified address back that a change took from them; what was mailed to the new one opens nothing
 * any more.
 *
 * @param member locked, with the address they have now
 * @returns the change as it stood; null when another request was first, or somebody else has the old address by now
 */
export async function takeBackEmail(
  repositories: Pick<Repositories, 'members' | 'emailChanges' | 'codes' | 'emailCodes'>,
  change: EmailChangeRow,
  member: MemberRow,
): Promise<EmailChangeRow | null> {
  const { members, emailChanges } = repositories
  const holder = await members.findByEmail(change.appId, change.mode, change.email)
  if (holder && holder.id !== member.id) return null
  const taken = await emailChanges.takeBack(change)
  if (!taken) return null
  await members.update(member.id, { email: change.email, verified: true })
  await dropOpenCodes(repositories, member)
  return taken
}
