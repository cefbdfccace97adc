import type { PlanConnection } from '../../contract/entities'

/** A free plan connection. */
export const aFreePlan = (changes: Partial<PlanConnection> = {}): PlanConnection => ({
  id: 'con_free',
  active: true,
  status: 'ACTIVE',
  planId: 'pln_free',
  planName: 'Free',
  type: 'FREE',
  payment: null,
  ...changes,
})

type Payment = NonNullable<PlanConnection['payment']>

/** A paid plan connection of ten dollars. */
export const aPaidPlan = (changes: Partial<PlanConnection> = {}, payment: Partial<Payment> = {}): PlanConnection => ({
  id: 'con_pro',
  active: true,
  status: 'ACTIVE',
  planId: 'pln_pro',
  planName: 'Pro',
  type: 'SUBSCRIPTION',
  payment: {
    amount: 10,
    currency: 'usd',
    status: 'PAID',
    lastBillingDate: Date.UTC(2026, 10, 21, 12),
    nextBillingDate: Date.UTC(2026, 11, 21, 12),
    cancelAtDate: null,
    priceId: 'prc_pro-monthly',
    ...payment,
  },
  ...changes,
})
