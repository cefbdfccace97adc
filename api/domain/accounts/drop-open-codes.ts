import type { MemberRow, Repositories } from '../../ports/store'

/** What was mailed to the member's address so far opens nothing any more: reset codes, links and one-time codes. */
export async function dropOpenCodes(
  { codes, emailCodes }: Pick<Repositories, 'codes' | 'emailCodes'>,
  member: Pick<MemberRow, 'id' | 'appId' | 'mode' | 'email'>,
): Promise<void> {
  await codes.deleteByMember(member.id)
  await emailCodes.deleteByAddress(member)
}
