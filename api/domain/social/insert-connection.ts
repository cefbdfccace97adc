import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import type { Arrival } from './arrival'

/**
 * @param deviceId of the session that connects it
 * @returns the member with it
 * @throws UniqueConstraintError when account or member is connected already
 */
export async function insertConnection(
  { providerConnections }: Pick<Repositories, 'providerConnections'>,
  { clock }: Pick<Services, 'clock'>,
  { flow: { provider }, identity: { subject } }: Pick<Arrival, 'flow' | 'identity'>,
  member: MemberRow,
  deviceId: string | null = null,
): Promise<MemberRow> {
  const { id: memberId, appId, mode } = member
  await providerConnections.insert({ memberId, appId, mode, provider, subject, deviceId, createdAt: clock.now() })
  return { ...member, providers: [...member.providers, provider] }
}
