import type { Endpoint } from './endpoint'

export const planEndpoints = {
  addPlan: { method: 'POST', path: '/member/plans/add', access: 'member' },
  removePlan: { method: 'POST', path: '/member/plans/remove', access: 'member' },
  /** Starts a purchase and returns the checkout URL. */
  createCheckoutSession: { method: 'POST', path: '/member/plans/create-checkout-session', access: 'member' },
  /** Ours: changes the price that the member pays. Without a purchase, starts one. */
  updatePrice: { method: 'POST', path: '/member/plans/update-price', access: 'member' },
  createBillingPortalSession: { method: 'POST', path: '/member/create-billing-portal-session', access: 'member' },
} as const satisfies Record<string, Endpoint>
