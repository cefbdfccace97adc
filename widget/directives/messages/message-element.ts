import { attributes } from '../../attributes'
import type { Mount } from '../directive'
import { announce } from './announce'

/** `data-ms-message`: the page's own element for messages. It has to be a live region before the first one comes. */
export const messageElement: Mount = (element) =>
  announce(element, element.getAttribute(attributes.message) === 'error')
