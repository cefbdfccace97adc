/** The terms and the checkout say this one sentence, and so does every receipt. */
export { refundRule } from '../../contract/refund-rule'
