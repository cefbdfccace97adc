import type { MemberRow, Repositories } from '../../ports/store'
import { dropOpenCodes } from './drop-open-codes'
import { dropWaysIn } from './drop-ways-in'

/**
 * The first proof of an email, by a mailed code or a provider. Before it anybody may have made the account, so what they
 * could return with ends: password, sessions, providers, devices and open codes. What the browser set up that now proves
 * the email stays: its password, its sessions and its providers. The profile stays too; it is mostly the owner's own.
 *
 * An earlier verified email can still take the account back: a thief of a session, too, can give the account an email
 * and prove it. It gets the profile as it is now, and nothing that is written from here on.
 *
 * @param member locked
 * @param deviceId the known device that the proof came from, null for any other browser
 * @returns the member as it is now
 */
export async function settleProof(
  repositories: Repositories,
  member: MemberRow,
  deviceId: string | null = null,
): Promise<MemberRow> {
  if (member.verified) return member
  const keepsPassword = await isPasswordOf(repositories, member, deviceId)
  const proven = { passwordHash: keepsPassword ? member.passwordHash : null, verified: true }
  await repositories.members.update(member.id, proven)
  await dropWaysIn(repositories, member.id, deviceId)
  const { customFields, metaData, json } = member
  await repositories.emailChanges.keepWords(member.id, { customFields, metaData, json })
  await dropOpenCodes(repositories, member)
  const connections = await repositories.providerConnections.listByMember(member.id)
  return { ...member, ...proven, providers: connections.map(({ provider }) => provider) }
}

/** Whether a code that this browser requests would end the member's password. */
export async function endsPassword(
  repositories: Pick<Repositories, 'devices'>,
  member: MemberRow,
  deviceId: string | null,
): Promise<boolean> {
  if (member.verified || member.passwordHash === null) return false
  return !(await isPasswordOf(repositories, member, deviceId))
}

async function isPasswordOf(
  { devices }: Pick<Repositories, 'devices'>,
  { id }: MemberRow,
  deviceId: string | null,
): Promise<boolean> {
  const device = deviceId === null ? null : await devices.find(id, deviceId, 0)
  return device !== null && device.passwordSetAt !== null
}
