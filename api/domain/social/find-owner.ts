import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import { settleProof } from '../accounts/settle-proof'
import { ApiError } from '../../lib/errors'
import type { Arrival } from './arrival'
import { insertConnection } from './insert-connection'

/**
 * Whom a provider's account logs in: the member it is connected with, else the one with its address. That needs an address
 * that the provider has verified and that is proven here, too, or is now for the first time: then whatever a stranger
 * who gave the address before could come back with ends.
 *
 * @returns locked; null when it is nobody yet
 * @throws ApiError `use-email-login` when the address is a member's and does not suffice
 */
export async function findOwner(
  repositories: Repositories,
  services: Pick<Services, 'clock'>,
  arrival: Arrival,
): Promise<MemberRow | null> {
  const { members, providerConnections } = repositories
  const { appId, mode, provider } = arrival.flow
  const { subject, email, emailVerified } = arrival.identity
  const held = await providerConnections.find({ appId, mode, provider, subject })
  if (held) return members.lock(held.memberId)

  const found = email === null ? null : await members.findByEmail(appId, mode, email)
  const member = found && (await members.lock(found.id))
  if (!member) return null
  if (!emailVerified) throw new ApiError('use-email-login')
  const proven = await settleProof(repositories, member)
  // Addresses change hands: one member, two accounts of one provider. The first of them stays.
  if (proven.providers.includes(provider)) throw new ApiError('use-email-login')
  return insertConnection(repositories, services, arrival, proven)
}
