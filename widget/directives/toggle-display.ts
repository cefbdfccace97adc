import { attributes } from '../attributes'
import { unclobbered } from '../lib/dom'

export interface DisplayToggle {
  show: () => void
  hide: () => void
  /** Leaves the element as its author wrote it. */
  restore: () => void
}

/**
 * Shows and hides an element of the page whatever its author did to hide it: by `hidden`, by a class, inline, or not
 * at all. A gate on the element itself keeps the last word.
 */
export function toggleDisplay(element: HTMLElement): DisplayToggle {
  const own = unclobbered(element)
  const { style } = own
  const hidden = own.getAttribute('hidden')
  const display = style.getPropertyValue('display')
  const priority = style.getPropertyPriority('display')
  const set = (value: string, important = ''): void => style.setProperty('display', value, important)
  const restore = (): void => {
    if (hidden !== null) own.setAttribute('hidden', hidden)
    // First without ours: what is important yields to nothing less.
    set('')
    set(display, priority)
  }
  const isHidden = (): boolean => getComputedStyle(element).display === 'none'
  return {
    restore,
    hide() {
      restore()
      set('none', 'important')
    },
    show() {
      restore()
      own.removeAttribute('hidden')
      if (display === 'none') set('')
      // As an element of its kind shows by itself: nobody says how else.
      if (isHidden()) set('revert')
      if (isHidden() && !own.hasAttribute(attributes.content)) set('revert', 'important')
    },
  }
}
