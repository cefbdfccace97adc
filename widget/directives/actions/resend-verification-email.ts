import { attributes, withAttribute } from '../../attributes'
import type { Directive } from '../directive'

/** `data-ms-action="resend-verification-email"` */
export const resendVerificationEmail: Directive = {
  name: `${attributes.action}="resend-verification-email"`,
  selector: withAttribute(attributes.action, 'resend-verification-email'),
  watches: [],
  mount() {},
}
