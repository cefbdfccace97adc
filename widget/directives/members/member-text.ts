import { attributes, withAttribute } from '../../attributes'
import { isParsed } from '../../lib/is-parsed'
import { $member } from '../../stores/member'
import type { Directive } from '../directive'
import { memberValue } from './member-value'
import { createOwnText } from './own-text'

const FIELDS = 'input,select,textarea'

/** `data-ms-member` on anything but a field: shows the member's value; without one the author's own text stays. */
export const memberText: Directive = {
  name: attributes.member,
  // A picture and other replaced elements have no text to lend.
  selector: `${withAttribute(attributes.member)}:not(${FIELDS},img,form,html,body)`,
  watches: [attributes.member],
  mount(element, { document, signal }) {
    const key = element.getAttribute(attributes.member) ?? ''
    const text = createOwnText(element)
    const show = (): void => {
      // Children that the parser has still to add would end up beside our text. A wrapper of a field must keep it.
      if (!isParsed(element) || element.querySelector(FIELDS)) return
      const member = $member.get()
      const value = member ? memberValue(member, key, document.documentElement.lang) : null
      if (value === null) text.restore()
      else text.show(value)
    }
    document.addEventListener('readystatechange', show, { signal })
    show()
    const stop = $member.listen(show)
    return () => {
      stop()
      text.restore()
    }
  },
}
