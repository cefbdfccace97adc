import { attributes, withAttribute } from '../../attributes'
import type { Directive } from '../directive'

/** `data-ms-loader`: shows while something is on its way. */
export const loader: Directive = {
  name: attributes.loader,
  selector: withAttribute(attributes.loader),
  watches: [],
  mount() {},
}
