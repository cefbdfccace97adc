import type { OrderedPrice } from '../../ports/payments'
import type { Repositories } from '../../ports/store'

/**
 * A price as a member is offered it: a trial is for who has never bought the plan, or changed to it, whatever became of
 * that. Everybody else pays at once.
 */
export async function offerTrial(
  { purchases, planConnections }: Pick<Repositories, 'purchases' | 'planConnections'>,
  memberId: string,
  price: OrderedPrice,
): Promise<OrderedPrice> {
  if (price.trialDays === 0) return price
  const bought = (await purchases.listByMember(memberId)).filter(({ externalId }) => externalId !== null)
  const held = (await planConnections.listByMember(memberId)).filter(({ purchase }) => purchase !== null)
  return [...bought, ...held].some(({ planId }) => planId === price.planId) ? { ...price, trialDays: 0 } : price
}
