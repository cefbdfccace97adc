import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import type { Arrival } from './arrival'

/** @returns the member with it. @throws UniqueConstraintError when account or member is connected already */
export async function insertConnection(
  { providerConnections }: Pick<Repositories, 'providerConnections'>,
  { clock }: Pick<Services, 'clock'>,
  { flow: { provider }, identity: { subject } }: Pick<Arrival, 'flow' | 'identity'>,
  member: MemberRow,
): Promise<MemberRow> {
  const { id: memberId, appId, mode } = member
  await providerConnections.insert({ memberId, appId, mode, provider, subject, createdAt: clock.now() })
  return { ...member, providers: [...member.providers, provider] }
}
