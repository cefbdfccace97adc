import type { Answer, Input } from '../../../contract/schemas'
import { lockCaller } from '../../domain/accounts/lock-caller'
import { requireJsonFits } from '../../domain/accounts/require-json-fits'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * Replaces the member's JSON store as a whole.
 *
 * @throws ApiError `field-limit-exceeded` past `MEMBER_JSON_MAX_BYTES`, as it is stored
 */
export async function updateMemberJson(
  services: Pick<Services, 'store' | 'clock'>,
  request: RequestFor<'updateMemberJson'>,
  { json }: Input<'updateMemberJson'>,
): Promise<Answer<'updateMemberJson'>> {
  requireJsonFits(json)
  await services.store.transaction(async (repositories) => {
    const { current } = await lockCaller(repositories, services, request)
    await repositories.members.update(current.id, { json })
  })
  return { data: json, message: 'Your changes have been saved.' }
}
