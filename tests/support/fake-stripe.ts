import { onTestFinished } from 'vitest'
import { openFakeStripe } from './fake-stripe/server'
import type { FakeStripeOptions } from './fake-stripe/server'

export { signed } from './fake-stripe/server'
export type { Fault, FakeStripeOptions, ReceivedCall } from './fake-stripe/server'

export type FakeStripe = Awaited<ReturnType<typeof openFakeStripe>>

/** Until the end of the test. */
export async function startFakeStripe(options: FakeStripeOptions = {}): Promise<FakeStripe> {
  const stripe = await openFakeStripe(options)
  onTestFinished(stripe.close)
  return stripe
}
