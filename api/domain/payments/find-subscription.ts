import type { AppDefinition } from '../app-definition'
import type { PlanConnectionRow } from '../../ports/store'
import { findPrice } from '../../features/plans/connections'
import { isRunning } from './is-running'
import type { PaidConnection } from './is-running'

/** Whether a running connection is billed again and again. */
export function isSubscription(app: AppDefinition, connection: PlanConnectionRow): connection is PaidConnection {
  if (!isRunning(connection)) return false
  const found = findPrice(app, connection.priceId)
  return found ? found.price.interval !== undefined : connection.purchase.nextBillingAt !== null
}

/** The running subscription that another price of a plan is for: the one of that plan, else the newest. */
export function findSubscription(
  app: AppDefinition,
  connections: readonly PlanConnectionRow[],
  planId: string,
): PaidConnection | null {
  const running = connections.filter((connection) => isSubscription(app, connection))
  return running.find((connection) => connection.planId === planId) ?? running.at(-1) ?? null
}
