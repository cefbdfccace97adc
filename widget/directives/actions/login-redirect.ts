import { attributes, withAttribute } from '../../attributes'
import type { Directive } from '../directive'

/** `data-ms-action="login-redirect"` */
export const loginRedirect: Directive = {
  name: `${attributes.action}="login-redirect"`,
  selector: withAttribute(attributes.action, 'login-redirect'),
  watches: [],
  mount() {},
}
