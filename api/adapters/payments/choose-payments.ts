import type { PaymentProviders } from '../../ports/payments'

/** Who takes the money in which mode. */
export function choosePayments(): PaymentProviders {
  return { forMode: () => null, named: () => null }
}
