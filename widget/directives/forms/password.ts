import { attributes, withAttribute } from '../../attributes'
import type { Directive } from '../directive'

/** `data-ms-form="password"`: changes the password, or sets a first one. */
export const passwordForm: Directive = {
  name: `${attributes.form}="password"`,
  selector: `form${withAttribute(attributes.form, 'password')}`,
  watches: [],
  mount() {},
}
