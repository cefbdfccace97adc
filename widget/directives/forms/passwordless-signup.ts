import { attributes, withAttribute } from '../../attributes'
import type { Directive } from '../directive'

/** `data-ms-form="passwordless-signup"`: signs up with a mailed code. */
export const passwordlessSignupForm: Directive = {
  name: `${attributes.form}="passwordless-signup"`,
  selector: `form${withAttribute(attributes.form, 'passwordless-signup')}`,
  watches: [],
  mount() {},
}
