import { attributes, withAttribute } from '../attributes'
import { hiddenTemplates } from './comments/templates'
import { hiddenMessages } from './messages/message-rules'

const waiting = [
  withAttribute(attributes.loader),
  withAttribute(attributes.passwordless, 'step-2'),
  withAttribute(attributes.authDisconnect),
].join()

/**
 * What shows only once there is a reason to, hidden from the first paint on. Whatever the page's own CSS says of a
 * loader or a second step is stronger than this.
 */
export const hiddenAtFirst = `${hiddenTemplates}${hiddenMessages}:where(${waiting}){display:none}`
