import { attributes, withAttribute } from '../../attributes'
import type { Directive } from '../directive'

/** `data-ms-member` on an image: shows the member's picture; without one the author's own stays. */
export const memberImage: Directive = {
  name: `${attributes.member} on an image`,
  selector: `img${withAttribute(attributes.member)}`,
  watches: [],
  mount() {},
}
