import type { Mode } from '../../lib/ids'
import type { PaymentProviders, Payments } from './provider'
import { createTestPages } from './test/test-pages'
import { createTestPayments } from './test/test-payments'
import type { TestPaymentsOptions } from './test/test-payments'
import type { StripeSettings } from './settings'
import { lazyStripe } from './stripe/client'
import { createStripePayments } from './stripe/stripe-payments'

interface PaymentChoices extends TestPaymentsOptions {
  /** By mode with a key. */
  stripe?: Partial<Record<Mode, Payments>>
}

/** Stripe in each mode where it is configured, else the test provider, which serves Test Mode only. */
export function choosePayments({ stripe = {}, ...options }: PaymentChoices): PaymentProviders {
  const test: Partial<Record<Mode, Payments>> = { test: createTestPayments(options) }
  const providers = { test, stripe }
  return {
    forMode: (mode) => stripe[mode] ?? test[mode] ?? null,
    named: (provider, mode) => providers[provider][mode] ?? null,
    testPages: createTestPages(options),
  }
}

/** Stripe in each mode with a key. Nothing is loaded and no request is made before the first purchase. */
export function stripeProviders({ accounts, apiUrl }: StripeSettings): Partial<Record<Mode, Payments>> {
  const inMode = (mode: Mode) => {
    const account = accounts[mode]
    return account && { [mode]: createStripePayments(lazyStripe({ secretKey: account.secretKey, apiUrl })) }
  }
  return { ...inMode('test'), ...inMode('live') }
}
