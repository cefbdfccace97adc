import { attributes, withAttribute } from '../attributes'

/** The elements that comments are copied from: only the copies have the id of a comment. */
export const commentTemplates = [attributes.post, attributes.thread]
  .map((name) => `${withAttribute(name, 'item')}:not([id^="cmt_"])`)
  .join()

/** Parts of a list of comments that only its author sees, in the page builder. */
const builderOnly = [attributes.post, attributes.thread].map((name) => withAttribute(name, 'hidden')).join()

const waiting = [
  withAttribute(attributes.loader),
  withAttribute(attributes.passwordless, 'step-2'),
  withAttribute(attributes.authDisconnect),
].join()

/** Hides from the first paint on what shows only later. The page's own CSS outweighs the rules for `waiting`. */
export const hiddenAtFirst = `${commentTemplates},${builderOnly}{display:none!important}${withAttribute(attributes.message)}{display:none}:where(${waiting}){display:none}`
