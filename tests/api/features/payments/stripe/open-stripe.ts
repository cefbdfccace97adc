import { lazyStripe } from '../../../../../api/features/payments/stripe/client'
import { createStripePayments } from '../../../../../api/features/payments/stripe/stripe-payments'
import type { CheckoutOrder, PurchaseReference } from '../../../../../api/features/payments/provider'
import { startFakeStripe } from '../../../../support/fake-stripe'
import { anOrder, NOW } from './an-order'

/** The adapter with the real SDK, which calls the fake server over HTTP. */
export async function openStripe() {
  const stripe = await startFakeStripe({ now: () => NOW })
  const connect = (secretKey: string) => createStripePayments(lazyStripe({ secretKey, apiUrl: stripe.url }))
  const payments = connect('sk_test_fake')
  const customerId = await payments.createCustomer({ id: 'mem_ann', email: 'ann@example.com' })

  async function begin(changes: Partial<CheckoutOrder> = {}): Promise<PurchaseReference & { sessionId: string }> {
    const order = anOrder({ customerId, ...changes })
    const { sessionId } = await payments.createCheckout(order)
    return { purchaseId: order.purchaseId, sessionId, externalId: null }
  }

  async function buy(changes: Partial<CheckoutOrder> = {}): Promise<PurchaseReference & { externalId: string }> {
    const reference = await begin(changes)
    stripe.play.pay(reference.sessionId)
    const state = await payments.readPurchase(reference)
    if (state.status !== 'PAID') throw new Error(`The checkout is ${state.status}.`)
    return { ...reference, externalId: state.externalId }
  }

  /** The billing of a paid purchase. */
  async function billing(reference: PurchaseReference) {
    const state = await payments.readPurchase(reference)
    if (state.status !== 'PAID') throw new Error(`The purchase is ${state.status}.`)
    return state.billing
  }

  return { ...stripe, payments, connect, customerId, begin, buy, billing }
}
