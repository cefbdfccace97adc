import type { Answer, Input } from '../../../contract/schemas'
import { toMember } from '../../features/plans/serializers'
import { lockCaller } from '../../features/members/context'
import { readCustomFields } from '../../features/members/fields'
import { readMemberPlans } from '../../features/plans/connections'
import { withinStorage } from '../../domain/storage/within-storage'
import type { StorageServices } from '../../domain/storage/within-storage'
import type { RequestFor } from '../../ports/handler'

/**
 * Merges the given custom fields into the member's. Two saves at once both count: the row is locked while it is merged.
 *
 * @throws ApiError `invalid-field-value`, `client/invalid-token` when the session ended meanwhile, and as `withinStorage`
 */
export async function updateMember(
  services: StorageServices,
  request: RequestFor<'updateMember'>,
  input: Input<'updateMember'>,
): Promise<Answer<'updateMember'>> {
  const { app } = request
  const changes = readCustomFields(app, input.customFields)
  const data = await withinStorage(services, request, async (repositories) => {
    const { current } = await lockCaller(repositories, services, request)
    const customFields = { ...current.customFields, ...changes }
    await repositories.members.update(current.id, { customFields })
    const plans = await readMemberPlans(repositories, current.id)
    return toMember(app, { ...current, customFields }, plans)
  })
  return { data, message: 'Your changes have been saved.' }
}
