import { attributes, withAttribute } from '../../attributes'
import type { Directive } from '../directive'

/** `data-ms-form="passwordless-login"`: logs in with a mailed code. */
export const passwordlessLoginForm: Directive = {
  name: `${attributes.form}="passwordless-login"`,
  selector: `form${withAttribute(attributes.form, 'passwordless-login')}`,
  watches: [],
  mount() {},
}
