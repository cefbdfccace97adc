import { attributes, withAttribute } from '../../attributes'
import type { Directive } from '../directive'
import type { Gate } from './gate'

/** `data-ms-content`: who may see the element. */
export const contentDirective = (gate: Gate): Directive => ({
  name: attributes.content,
  selector: withAttribute(attributes.content),
  watches: [attributes.content],
  mount: (element) => gate.watch(element),
})
