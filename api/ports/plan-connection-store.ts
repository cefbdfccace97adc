import type { PlanConnection } from '../../contract/entities'
import type { Mode } from '../lib/ids'
import type { Billing } from '../features/payments/provider'

/** A plan that a member has, or had. */
export interface PlanConnectionRow {
  id: string
  memberId: string
  planId: string
  /** Null: free. */
  priceId: string | null
  status: PlanConnection['status']
  createdAt: number
  /** Null: nothing was ever paid for it. */
  purchase: ConnectionPurchase | null
}

/** What the provider said last of what a connection is paid with. */
export interface ConnectionPurchase extends Pick<
  Billing,
  'paymentStatus' | 'amountMinor' | 'currency' | 'lastBilledAt' | 'nextBillingAt' | 'cancelAt'
> {
  /** Id of the purchase (`pur_…`). */
  id: string
}

export interface PlanConnectionRepository {
  /** @throws UniqueConstraintError when the member already has the plan. */
  insert(connection: PlanConnectionRow): Promise<void>
  find(id: string): Promise<PlanConnectionRow | null>
  listByMember(memberId: string): Promise<PlanConnectionRow[]>
  /** Of all of these members, in the order in which they came. */
  listByMembers(memberIds: readonly string[]): Promise<PlanConnectionRow[]>
  findByPurchase(purchaseId: string): Promise<PlanConnectionRow | null>
  /** Puts the row in the place of the one with its id. */
  replace(connection: PlanConnectionRow): Promise<void>
  delete(id: string): Promise<void>
  countByPlan(appId: string, mode: Mode, planId: string): Promise<number>
}
