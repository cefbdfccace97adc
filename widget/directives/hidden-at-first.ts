import { attributes, withAttribute } from '../attributes'

/** The templates of comments. Only copies have a comment ID. */
export const commentTemplates = [
  withAttribute(attributes.post, 'item'),
  withAttribute(attributes.thread, 'item'),
  `${withAttribute(attributes.channelContent)}>${withAttribute(attributes.post, '')}`,
]
  .map((template) => `${template}:not([id^="cmt_"])`)
  .join()

/** Parts of a comment list that only its author sees, in the page builder. */
const builderOnly = [attributes.post, attributes.thread].map((name) => withAttribute(name, 'hidden')).join()

const waiting = [
  withAttribute(attributes.loader),
  withAttribute(attributes.passwordless, 'step-2'),
  withAttribute(attributes.authDisconnect),
].join()

/** Hides from the first paint what is shown later. The page's own CSS overrides the rules for `waiting`. */
export const hiddenAtFirst = `${commentTemplates},${builderOnly}{display:none!important}${withAttribute(attributes.message)}{display:none}:where(${waiting}){display:none}`
