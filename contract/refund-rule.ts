import { CREDIT_REFUND_DAYS } from './limits'

/** What is promised with every purchase of TrustTags, in the same words wherever it stands. */
export const refundRule = `Unused credits are refunded on request within ${CREDIT_REFUND_DAYS} days of purchase. Once a TrustTag has been issued its payment is final.`
