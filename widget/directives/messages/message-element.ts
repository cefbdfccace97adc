import { attributes, withAttribute } from '../../attributes'
import type { Directive } from '../directive'
import { announce } from './announce'

/** `data-ms-message`: the page's own element for messages. It has to be a live region before the first one comes. */
export const messageElement: Directive = {
  name: attributes.message,
  selector: withAttribute(attributes.message),
  watches: [attributes.message],
  mount: (element) => announce(element, element.getAttribute(attributes.message) === 'error'),
}
