import type { Endpoint } from './endpoint'

/** Ours: packages of TrustTags and their credits; `not-found` for an app that issues no TrustTags. */
export const tagPurchaseEndpoints = {
  listPackages: { method: 'GET', path: '/trusttag/packages', access: 'public' },
  /** Starts a purchase and returns the checkout URL. */
  createTagPurchase: { method: 'POST', path: '/trusttag/purchases', access: 'member' },
  listTagPurchases: { method: 'GET', path: '/trusttag/purchases', access: 'member' },
  /** Refunds the unused credits of a purchase. */
  refundTagPurchase: { method: 'POST', path: '/trusttag/purchases/:purchaseId/refund', access: 'member' },
  /** One free credit per verified email address, while the offer lasts. */
  claimFreeTag: { method: 'POST', path: '/trusttag/offer/claim', access: 'member' },
} as const satisfies Record<string, Endpoint>
