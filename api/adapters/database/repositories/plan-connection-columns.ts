import { sql } from 'kysely'
import type { Mode } from '../../../lib/ids'
import type { PlanConnectionRow } from '../../../ports/store'
import type { PlanConnectionColumns } from '../../../database/tables'

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

/** A new connection as its row, with the app and mode of its member. */
export const toNewConnection = (connection: PlanConnectionRow) => ({
  ...toConnectionColumns(connection),
  appId: sql<string>`(select app_id from members where id = ${connection.memberId})`,
  mode: sql<Mode>`(select mode from members where id = ${connection.memberId})`,
})

/** By name: rows of whole tables have the app and mode besides. */
export function toConnectionRow(columns: PlanConnectionColumns): PlanConnectionRow {
  const { purchaseId, paymentStatus, amountMinor, currency, lastBilledAt, nextBillingAt, cancelAt } = columns
  const { id, memberId, planId, priceId, status, createdAt } = columns
  const isPaid = purchaseId !== null && paymentStatus !== null && amountMinor !== null && currency !== null
  const purchase = isPaid
    ? { id: purchaseId, paymentStatus, amountMinor, currency, lastBilledAt, nextBillingAt, cancelAt }
    : null
  return { id, memberId, planId, priceId, status, createdAt, purchase }
}
