import type { Answer, Input } from '../../../contract/schemas'
import { toMember } from '../../domain/answers/to-member'
import { ApiError } from '../../domain/api-error'
import { readCustomFields } from '../../domain/custom-field-values'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * Merges the given custom fields into the member's. Two saves at once both count: the row is locked while it is merged.
 *
 * @throws ApiError `invalid-field-value`, `member-not-found` when the member was deleted meanwhile
 */
export async function updateMember(
  { store }: Pick<Services, 'store'>,
  { app, member }: RequestFor<'updateMember'>,
  input: Input<'updateMember'>,
): Promise<Answer<'updateMember'>> {
  const changes = readCustomFields(app, input.customFields)
  const data = await store.transaction(async ({ members, planConnections }) => {
    const current = await members.lock(member.id)
    if (!current) throw new ApiError('member-not-found')
    const customFields = { ...current.customFields, ...changes }
    await members.update(member.id, { customFields })
    return toMember(app, { ...current, customFields }, await planConnections.listByMember(member.id))
  })
  return { data, message: 'Your changes have been saved.' }
}
