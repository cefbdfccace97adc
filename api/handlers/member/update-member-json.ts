import type { Answer, Input } from '../../../contract/schemas'
import { lockCaller } from '../../features/members/context'
import { requireJsonFits } from '../../domain/accounts/require-json-fits'
import { withinStorage } from '../../domain/storage/within-storage'
import type { StorageServices } from '../../domain/storage/within-storage'
import type { RequestFor } from '../../ports/handler'

/**
 * Replaces the member's JSON store as a whole.
 *
 * @throws ApiError `field-limit-exceeded` past `MEMBER_JSON_MAX_BYTES`, as it is stored; and as `withinStorage`
 */
export async function updateMemberJson(
  services: StorageServices,
  request: RequestFor<'updateMemberJson'>,
  { json }: Input<'updateMemberJson'>,
): Promise<Answer<'updateMemberJson'>> {
  requireJsonFits(json)
  await withinStorage(services, request, async (repositories) => {
    const { current } = await lockCaller(repositories, services, request)
    await repositories.members.update(current.id, { json })
  })
  return { data: json, message: 'Your changes have been saved.' }
}
