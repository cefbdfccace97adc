import { attributes } from '../../attributes'
import { isParsed } from '../../lib/dom'
import { $member } from '../../stores/identity'
import type { Mount } from '../directive'
import type { AuthoredNodes } from '../own-content'
import { memberValue } from './member-value'
import { createOwnText } from './own-text'

const FIELDS = 'input,select,textarea'

/** `data-ms-member` on anything but a field: shows the member's value; without one the author's own text stays. */
export function memberText(): Mount {
  const authored: AuthoredNodes = new Map()
  const texts = new Map<() => void, () => void>()
  /** htmx writes the page into the browser's storage, without comments: what a member sees must not get there. */
  const lendToHistory = (): void => {
    for (const restore of texts.values()) restore()
    queueMicrotask(() => texts.forEach((_, show) => show()))
  }
  return (element, context) => {
    const { document } = context
    const key = element.getAttribute(attributes.member) ?? ''
    const text = createOwnText(element, authored)
    const show = (): void => {
      // Children that the parser has still to add would end up beside our text. A wrapper of a field must keep it.
      if (!isParsed(element) || element.querySelector(FIELDS)) return
      const member = $member.get()
      const value = member ? memberValue(member, key, document.documentElement.lang) : null
      if (value === null) text.restore()
      else text.show(value)
    }
    // Only then: a browser compares each listener with all that are there.
    if (document.readyState === 'loading')
      document.addEventListener('readystatechange', show, { signal: context.signal })
    document.addEventListener('htmx:beforeHistorySave', lendToHistory)
    texts.set(show, () => text.restore())
    show()
    const stop = $member.listen(show)
    return () => {
      stop()
      texts.delete(show)
      text.restore()
    }
  }
}
