import type { PlanConnectionRow } from '../../../ports/store'
import type { PlanConnectionColumns } from '../tables'

/** A connection as its row. */
export function toConnectionColumns({ purchase, ...own }: PlanConnectionRow): PlanConnectionColumns {
  const { id: purchaseId, ...billing } = purchase ?? {
    id: null,
    paymentStatus: null,
    amountMinor: null,
    currency: null,
    lastBilledAt: null,
    nextBillingAt: null,
    cancelAt: null,
  }
  return { ...own, purchaseId, ...billing }
}

export function toConnectionRow(columns: PlanConnectionColumns): PlanConnectionRow {
  const { purchaseId, paymentStatus, amountMinor, currency, lastBilledAt, nextBillingAt, cancelAt, ...own } = columns
  const isPaid = purchaseId !== null && paymentStatus !== null && amountMinor !== null && currency !== null
  return {
    ...own,
    purchase: isPaid
      ? { id: purchaseId, paymentStatus, amountMinor, currency, lastBilledAt, nextBillingAt, cancelAt }
      : null,
  }
}
