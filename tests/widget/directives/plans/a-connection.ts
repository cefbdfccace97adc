import type { PlanConnection } from '../../../../contract/entities'

/** A member's connection to a plan: free and active, unless a test wants it otherwise. */
export const aConnection = (planId: string, changes: Partial<PlanConnection> = {}): PlanConnection => ({
  id: `con_${planId}`,
  active: true,
  status: 'ACTIVE',
  planId,
  planName: planId,
  type: 'FREE',
  payment: null,
  ...changes,
})

/** What is paid each month. */
export const aPayment: NonNullable<PlanConnection['payment']> = {
  amount: 10,
  currency: 'usd',
  status: 'PAID',
  lastBillingDate: null,
  nextBillingDate: null,
  cancelAtDate: null,
  priceId: 'prc_pro',
}
