/** The refund rule; the terms and the checkout say this one sentence. */
export const refundRule =
  'Unused credits are refunded on request within 30 days of purchase. Once a TrustTag has been issued its payment is final.'
