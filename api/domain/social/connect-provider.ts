import type { MemberRow, Repositories } from '../../ports/store'
import { ApiError, UniqueConstraintError } from '../../lib/errors'
import type { Arrival } from './arrival'
import type { SocialServices } from './begin-flow'
import type { FlowEnd } from './flow-end'
import { handOver } from './hand-over'
import { insertConnection } from './insert-connection'
import { providerName } from './offered-providers'

/**
 * Connects the provider's account with the member who asked, who is still logged in.
 *
 * @throws ApiError `account-already-connected` when it is somebody else's, or they have another one of that provider;
 * `account-connect-requires-login`
 */
export async function connectProvider(services: SocialServices, arrival: Arrival): Promise<FlowEnd> {
  try {
    return await services.store.transaction(async (repositories) => {
      const caller = await lockConnecting(repositories, services, arrival)
      const connected = await connect(repositories, services, arrival, caller)
      const message = `Your account is connected with ${providerName(arrival.app, arrival.flow.provider)}.`
      return handOver(repositories, services, arrival, { came: 'connect', member: connected, message })
    })
  } catch (error) {
    throw error instanceof UniqueConstraintError ? new ApiError('account-already-connected', { cause: error }) : error
  }
}

/** Who logged out while they were at the provider connects nothing any more. */
async function lockConnecting(
  { members, sessions }: Repositories,
  { clock }: SocialServices,
  { flow: { memberId, sessionDigest } }: Arrival,
): Promise<{ member: MemberRow; deviceId: string | null }> {
  const member = memberId === null ? null : await members.lock(memberId)
  const session = sessionDigest === null ? null : await sessions.find(sessionDigest, clock.now())
  if (!member || session?.memberId !== member.id) throw new ApiError('account-connect-requires-login')
  return { member, deviceId: session.deviceId }
}

async function connect(
  repositories: Repositories,
  services: SocialServices,
  arrival: Arrival,
  { member, deviceId }: { member: MemberRow; deviceId: string | null },
): Promise<MemberRow> {
  const { appId, mode, provider } = arrival.flow
  const held = await repositories.providerConnections.find({ appId, mode, provider, subject: arrival.identity.subject })
  if (held?.memberId === member.id) return member
  if (held || member.providers.includes(provider)) throw new ApiError('account-already-connected')
  return insertConnection(repositories, services, arrival, member, deviceId)
}
