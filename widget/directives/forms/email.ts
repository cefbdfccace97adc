import { attributes, withAttribute } from '../../attributes'
import type { Directive } from '../directive'

/** `data-ms-form="email"`: changes the address. */
export const emailForm: Directive = {
  name: `${attributes.form}="email"`,
  selector: `form${withAttribute(attributes.form, 'email')}`,
  watches: [],
  mount() {},
}
