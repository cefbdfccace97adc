import { attributes, withAttribute } from '../../attributes'
import type { Directive } from '../directive'

/** `data-ms-secure-html`: puts hosted content into the element. */
export const secureHtml: Directive = {
  name: attributes.secureHtml,
  selector: withAttribute(attributes.secureHtml),
  watches: [],
  mount() {},
}
