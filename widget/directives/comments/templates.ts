import { attributes, withAttribute } from '../../attributes'

/** What the elements of a list are copied from: they alone carry the id of a comment. */
export const templates = [attributes.post, attributes.thread]
  .map((name) => `${withAttribute(name, 'item')}:not([id^="cmt_"])`)
  .join()

/** What only its author sees, in the page builder: whatever the page's own CSS says. */
export const hiddenTemplates = `${templates},${withAttribute(attributes.post, 'hidden')},${withAttribute(attributes.thread, 'hidden')}{display:none!important}`
