import type { Mode } from '../../lib/ids'
import type { PaymentProviders, Payments } from '../../ports/payments'
import { createTestPages } from './test/test-pages'
import { createTestPayments } from './test/test-payments'
import type { TestPaymentsOptions } from './test/test-payments'

export interface PaymentChoices extends TestPaymentsOptions {
  /** For each mode that a key was given for. */
  stripe?: Partial<Record<Mode, Payments>>
}

/** Who takes the money in which mode: Stripe where it is set up, else the test provider, which serves Test Mode only. */
export function choosePayments({ stripe = {}, ...options }: PaymentChoices): PaymentProviders {
  const test: Partial<Record<Mode, Payments>> = { test: createTestPayments(options) }
  const providers = { test, stripe }
  return {
    forMode: (mode) => stripe[mode] ?? test[mode] ?? null,
    named: (provider, mode) => providers[provider][mode] ?? null,
    testPages: createTestPages(options),
  }
}
