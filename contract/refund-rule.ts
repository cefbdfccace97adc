import { CREDIT_REFUND_DAYS } from './limits'

/** The promise for every purchase of TrustTags, with the same text everywhere. */
export const refundRule = `Unused credits are refunded on request within ${CREDIT_REFUND_DAYS} days of purchase. A payment is final once its TrustTag has been issued.`
