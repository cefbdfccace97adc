import type { Answer } from '../../../contract/schemas'
import { toMember } from '../../domain/answers/to-member'
import { ApiError } from '../../lib/errors'
import type { BuyInput, BuyRequest, BuyServices } from '../../domain/payments/begin-purchase'
import { changePrice } from '../../domain/payments/change-price'
import { readMemberPlans } from '../../domain/plans/member-plans'

/** Another price for what the member pays for; begins a purchase where that needs one. @throws ApiError as `changePrice` */
export async function updatePrice(
  services: BuyServices,
  request: BuyRequest,
  input: BuyInput,
): Promise<Answer<'updatePrice'>> {
  const change = await changePrice(services, request, input)
  const member = await services.store.members.findById(request.member.id)
  if (!member) throw new ApiError('client/invalid-token')
  return {
    data: { member: toMember(request.app, member, await readMemberPlans(services.store, member.id)), ...change },
  }
}
