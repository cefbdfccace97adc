import type { ConnectionPurchase, PlanConnectionRow } from '../../ports/store'

/** Of a connection that something was paid for. */
export type PaidConnection = PlanConnectionRow & { priceId: string; purchase: ConnectionPurchase }

/** Whether a purchase keeps the connection: it gives access, or would once a failed payment is made good. */
export function isRunning(connection: PlanConnectionRow): connection is PaidConnection {
  return connection.purchase !== null && connection.priceId !== null && connection.status !== 'CANCELED'
}
