import { lazyStripe } from '../../../../../api/features/payments/stripe/client'
import { createStripePayments } from '../../../../../api/features/payments/stripe/stripe-payments'
import type { CheckoutOrder, PurchaseReference } from '../../../../../api/features/payments/provider'
import { startStripeStandIn } from '../../../../support/stripe-stand-in'
import { anOrder, NOW } from './an-order'

/** The adapter with the real SDK, which talks to the stand-in over HTTP. */
export async function openStripe() {
  const standIn = await startStripeStandIn({ now: () => NOW })
  const connect = (secretKey: string) => createStripePayments(lazyStripe({ secretKey, apiUrl: standIn.url }))
  const payments = connect('sk_test_stand_in')
  const customerId = await payments.createCustomer({ id: 'mem_ann', email: 'ann@example.com' })

  /** Opens a checkout. */
  async function begin(changes: Partial<CheckoutOrder> = {}): Promise<PurchaseReference & { sessionId: string }> {
    const order = anOrder({ customerId, ...changes })
    const { sessionId } = await payments.createCheckout(order)
    return { purchaseId: order.purchaseId, sessionId, externalId: null }
  }

  /** Opens a checkout and pays it. */
  async function buy(changes: Partial<CheckoutOrder> = {}): Promise<PurchaseReference & { externalId: string }> {
    const reference = await begin(changes)
    standIn.play.pay(reference.sessionId)
    const state = await payments.readPurchase(reference)
    if (state.status !== 'PAID') throw new Error(`The checkout is ${state.status}.`)
    return { ...reference, externalId: state.externalId }
  }

  /** What is held of a purchase that was paid. */
  async function billing(reference: PurchaseReference) {
    const state = await payments.readPurchase(reference)
    if (state.status !== 'PAID') throw new Error(`The purchase is ${state.status}.`)
    return state.billing
  }

  return { ...standIn, payments, connect, customerId, begin, buy, billing }
}
