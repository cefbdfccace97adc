import { attributes, withAttribute } from '../../attributes'
import type { Directive } from '../directive'

/** `data-ms-secure-link`: leads to hosted content. */
export const secureLink: Directive = {
  name: attributes.secureLink,
  selector: withAttribute(attributes.secureLink),
  watches: [],
  mount() {},
}
