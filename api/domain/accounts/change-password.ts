import type { MemberRow, Repositories } from '../../ports/store'

/**
 * Gives a member another password. Codes that could set or replace it end, every ticket for a login, every way to a
 * provider that was not asked about yet, and every session but the caller's own.
 *
 * @param keepTokenDigest the caller's session; null: it is not the member who asks, and none is kept
 */
export async function changePassword(
  { members, sessions, memberTickets, providerAnswers, codes, emailCodes }: Repositories,
  member: MemberRow,
  passwordHash: string,
  keepTokenDigest: string | null,
): Promise<MemberRow> {
  await members.update(member.id, { passwordHash })
  await (keepTokenDigest === null
    ? sessions.deleteByMember(member.id)
    : sessions.deleteOthers(member.id, keepTokenDigest))
  await memberTickets.deleteByMember(member.id)
  await providerAnswers.deleteByMember(member.id)
  await codes.deleteByMember(member.id, 'reset-password')
  await emailCodes.deleteByAddress(member)
  return { ...member, passwordHash }
}
