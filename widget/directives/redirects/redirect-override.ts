import { attributes, withAttribute } from '../../attributes'
import type { Directive } from '../directive'

/** `data-ms-redirect`: remembers on a click where the next login or signup leads. */
export const redirectOverride: Directive = {
  name: attributes.redirectOverride,
  selector: withAttribute(attributes.redirectOverride),
  watches: [],
  mount() {},
}
