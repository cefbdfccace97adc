import type { Mode } from '../../../lib/ids'
import type { StripeSettings } from '../../../domain/payments/stripe-settings'
import type { Payments } from '../../../ports/payments'
import { lazyStripe } from './connect'
import { createStripePayments } from './stripe-payments'

/** Stripe in each mode that has a key for it. Nothing is loaded, and nobody is called, before the first purchase. */
export function stripeProviders({ accounts, apiUrl }: StripeSettings): Partial<Record<Mode, Payments>> {
  const inMode = (mode: Mode) => {
    const account = accounts[mode]
    return account && { [mode]: createStripePayments(lazyStripe({ secretKey: account.secretKey, apiUrl })) }
  }
  return { ...inMode('test'), ...inMode('live') }
}
