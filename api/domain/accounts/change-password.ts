import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'

/**
 * Gives a member another password. Codes that could set or replace it end, every ticket for a login, every provider answer
 * that was not fetched yet, and every session and known device but the caller's own.
 *
 * @param keepTokenDigest the caller's session; null: it is not the member who asks, and none is kept
 */
export async function changePassword(
  { members, sessions, devices, memberTickets, providerAnswers, codes, emailCodes }: Repositories,
  { clock }: Pick<Services, 'clock'>,
  member: MemberRow,
  passwordHash: string,
  keepTokenDigest: string | null,
): Promise<MemberRow> {
  await members.update(member.id, { passwordHash })
  await (keepTokenDigest === null
    ? sessions.deleteByMember(member.id)
    : sessions.deleteOthers(member.id, keepTokenDigest))
  if (keepTokenDigest === null) await devices.deleteByMember(member.id)
  else {
    await devices.deleteOthers(member.id, keepTokenDigest)
    await devices.notePassword(member.id, keepTokenDigest, clock.now())
  }
  await memberTickets.deleteByMember(member.id)
  await providerAnswers.deleteByMember(member.id)
  await codes.deleteByMember(member.id, 'reset-password')
  await emailCodes.deleteByAddress(member)
  return { ...member, passwordHash }
}
