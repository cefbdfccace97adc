import type { Mode } from '../../lib/ids'
import type { Payments, ProvidersByMode } from './provider'
import type { StripeSettings } from './settings'
import { lazyStripe } from './stripe/client'
import { createStripePayments } from './stripe/stripe-payments'
import { createTestPages, createTestPayments, type TestPages, type TestPaymentsOptions } from './test/test-payments'

declare module '../../http/services' {
  interface Services {
    payments: PaymentProviders
  }
}

export interface PaymentProviders extends ProvidersByMode {
  testPages: TestPages
}

interface PaymentChoices extends TestPaymentsOptions {
  /** By mode with a key. */
  stripe?: Partial<Record<Mode, Payments>>
  ofApp?: PaymentProviders['ofApp']
}

/** Stripe in each mode with a key; in Test Mode without one, the test provider. */
export function choosePayments({ stripe = {}, ofApp, ...options }: PaymentChoices): PaymentProviders {
  const test: Partial<Record<Mode, Payments>> = { test: createTestPayments(options) }
  const providers = { test, stripe }
  return {
    forMode: (mode) => stripe[mode] ?? test[mode] ?? null,
    named: (provider, mode) => providers[provider][mode] ?? null,
    ...(ofApp && { ofApp }),
    testPages: createTestPages(options),
  }
}

/** Stripe in each mode with a key. Nothing is loaded or requested before the first purchase. */
export function stripeProviders({ accounts, apiUrl }: StripeSettings): Partial<Record<Mode, Payments>> {
  const inMode = (mode: Mode) => {
    const account = accounts[mode]
    return account && { [mode]: createStripePayments(lazyStripe({ secretKey: account.secretKey, apiUrl })) }
  }
  return { ...inMode('test'), ...inMode('live') }
}
