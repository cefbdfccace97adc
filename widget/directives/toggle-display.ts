import { attributes } from '../attributes'
import { unclobbered } from '../lib/dom'

export interface DisplayToggle {
  show: () => void
  hide: () => void
  /** Restores the original styles and attributes. */
  restore: () => void
}

/**
 * Shows and hides an element of the page, whether its author hides it with `hidden`, by a class, inline, or not at all.
 * A gate on the element itself takes precedence.
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
    // Remove ours first: an important value is not replaced by a normal one.
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
      // The default of its tag: the page's CSS hides it and sets no other display.
      if (isHidden()) set('revert')
      if (isHidden() && !own.hasAttribute(attributes.content)) set('revert', 'important')
    },
  }
}
