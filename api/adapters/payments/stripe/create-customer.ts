import type { Stripe } from 'stripe'
import { createHash } from 'node:crypto'
import { isStripeError } from './stripe-errors'

/**
 * The same member gets the same customer, also when the answer to the first try was lost.
 * @param lost the one until now, which is no longer there: what Stripe remembers of making it must not be answered again
 */
export async function createCustomer(
  stripe: Stripe,
  { id, email }: { id: string; email: string },
  lost: string | null = null,
): Promise<string> {
  const params = { email, metadata: { memberId: id } }
  const key = lost === null ? `customer:${id}` : `customer:${id}:${lost}`
  try {
    return (await stripe.customers.create(params, { idempotencyKey: key })).id
  } catch (error) {
    // A try that was lost named another address: the member has changed it since.
    if (!isStripeError(error) || error.type !== 'StripeIdempotencyError') throw error
    const digest = createHash('sha256').update(email).digest('hex')
    return (await stripe.customers.create(params, { idempotencyKey: `${key}:${digest}` })).id
  }
}
