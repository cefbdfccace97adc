import type { Endpoint } from './endpoint'

export const planEndpoints = {
  /** Joins a free plan. */
  addPlan: { method: 'POST', path: '/member/plans/add', access: 'member' },
  /** Leaves a free plan. */
  removePlan: { method: 'POST', path: '/member/plans/remove', access: 'member' },
  /** Begins a purchase: answers where to pay. */
  createCheckoutSession: { method: 'POST', path: '/member/plans/create-checkout-session', access: 'member' },
  /** Ours: another price for what the member already pays for; begins a purchase where they pay for nothing yet. */
  updatePrice: { method: 'POST', path: '/member/plans/update-price', access: 'member' },
  createBillingPortalSession: { method: 'POST', path: '/member/create-billing-portal-session', access: 'member' },
} as const satisfies Record<string, Endpoint>
