import { attributes, withAttribute } from '../../attributes'
import type { Directive } from '../directive'

/** `data-ms-form="profile"`: shows and saves the custom fields. */
export const profileForm: Directive = {
  name: `${attributes.form}="profile"`,
  selector: `form${withAttribute(attributes.form, 'profile')}`,
  watches: [],
  mount() {},
}
