import type { Mode } from '../../lib/ids'
import type { PaymentProviders, Payments } from '../../ports/payments'
import { ApiError } from '../../lib/errors'

/** Who takes the money in a mode. @throws ApiError `payments-not-configured` */
export function requirePayments(providers: PaymentProviders, mode: Mode): Payments {
  const payments = providers.forMode(mode)
  if (!payments) throw new ApiError('payments-not-configured')
  return payments
}
