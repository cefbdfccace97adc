import type { Endpoint } from './endpoint'

/** Ours: packages of TrustTags and the credits they give; `not-found` for an app that issues no TrustTags. */
export const tagPurchaseEndpoints = {
  listPackages: { method: 'GET', path: '/trusttag/packages', access: 'public' },
  /** Begins a purchase: answers where to pay. */
  createTagPurchase: { method: 'POST', path: '/trusttag/purchases', access: 'member' },
  listTagPurchases: { method: 'GET', path: '/trusttag/purchases', access: 'member' },
  /** Money back for the credits of a purchase that were not used. */
  refundTagPurchase: { method: 'POST', path: '/trusttag/purchases/:purchaseId/refund', access: 'member' },
  /** One free credit for each verified address, while the offer is on. */
  claimFreeTag: { method: 'POST', path: '/trusttag/offer/claim', access: 'member' },
} as const satisfies Record<string, Endpoint>
