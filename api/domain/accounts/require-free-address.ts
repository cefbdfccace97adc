import type { Address } from '../../ports/address-store'
import type { Repositories } from '../../ports/store'
import { ApiError } from '../../lib/errors'

/**
 * An address belongs to its member, and stays theirs as long as its owner can take a change of address back.
 *
 * @param memberId who may have had the address before
 * @throws ApiError `email-already-in-use`
 */
export async function requireFreeAddress(
  { members, emailChanges }: Pick<Repositories, 'members' | 'emailChanges'>,
  address: Address,
  now: number,
  memberId?: string,
): Promise<void> {
  const taken = await members.findByEmail(address.appId, address.mode, address.email)
  const kept = taken ? null : await emailChanges.findByAddress(address, now)
  if (taken || (kept && kept.memberId !== memberId)) throw new ApiError('email-already-in-use')
}
