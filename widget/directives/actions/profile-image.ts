import { attributes, withAttribute } from '../../attributes'
import type { Directive } from '../directive'

/** `data-ms-action="profile-image"` */
export const profileImage: Directive = {
  name: `${attributes.action}="profile-image"`,
  selector: withAttribute(attributes.action, 'profile-image'),
  watches: [],
  mount() {},
}
