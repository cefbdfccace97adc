import { attributes, withAttribute } from '../../attributes'
import type { Directive } from '../directive'
import type { Gate } from './gate'

/** `data-ms-bind:style` and `data-ms-bind:class`: what the element gets while its gate lets it show. */
export const bindDirective = (_gate: Gate): Directive => ({
  name: `${attributes.bindStyle}, ${attributes.bindClass}`,
  selector: `${withAttribute(attributes.bindStyle)},${withAttribute(attributes.bindClass)}`,
  watches: [],
  mount() {},
})
