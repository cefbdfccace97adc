import type { CheckoutOrder, Payments } from '../../ports/payments'
import type { Services } from '../../ports/services'
import type { MemberRow } from '../../ports/store'
import { ApiError } from '../../lib/errors'
import { ensureCustomer } from './ensure-customer'
import { UnknownCustomerError } from './unknown-customer-error'

/**
 * Opens the checkout of a purchase that is noted already. Nobody learns its address before that is noted, too: so no
 * payment can come that we know nothing of.
 * @returns where to pay
 */
export async function openCheckout(
  services: Pick<Services, 'store'>,
  payments: Payments,
  member: MemberRow,
  order: CheckoutOrder,
): Promise<string> {
  const { store } = services
  const id = order.purchaseId
  const checkout = await createCheckout(services, payments, member, order).catch(async (error: unknown) => {
    await store.purchases.update(id, { status: 'EXPIRED' })
    throw error
  })
  const isNoted = await store.transaction(async ({ purchases }) => {
    await purchases.update(id, { sessionId: checkout.sessionId })
    return (await purchases.find(id)) !== null
  })
  if (isNoted) return checkout.url
  // The member was deleted meanwhile.
  await payments.expireCheckout(checkout.sessionId)
  throw new ApiError('client/invalid-token')
}

/** A customer that the provider does not know any more is replaced by a new one. */
async function createCheckout(
  services: Pick<Services, 'store'>,
  payments: Payments,
  member: MemberRow,
  order: CheckoutOrder,
): ReturnType<Payments['createCheckout']> {
  try {
    return await payments.createCheckout(order)
  } catch (error) {
    if (!(error instanceof UnknownCustomerError)) throw error
    const customerId = await ensureCustomer(services, payments, member, order.customerId)
    return payments.createCheckout({ ...order, customerId })
  }
}
