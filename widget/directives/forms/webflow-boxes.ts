import { attributes, withAttribute } from '../../attributes'
import { isHtml, unclobbered } from '../../lib/dom'
import { $member } from '../../stores/identity'
import { announce } from '../messages/announce'
import { toggleDisplay } from '../toggle-display'
import type { FormKind } from './form-kind'

/** The boxes that a page builder puts beside each of its forms (`.w-form-done`, `.w-form-fail`). */
export interface WebflowBoxes {
  /** To be called while the form is on the page: it may have left when it is time to show something. */
  find: () => void
  /** Hides what was shown. */
  clear: () => void
  /**
   * Shows the author's thanks.
   * @returns false where there is no such box, or a message element of the page says it
   */
  done(kind: FormKind): boolean
  /** Shows a sentence in place of the author's. @returns as above */
  fail(text: string): boolean
}

export function webflowBoxes(form: HTMLFormElement): WebflowBoxes {
  const own = unclobbered(form)
  let done: HTMLElement | null = null
  let fail: HTMLElement | null = null
  let undo: (() => void)[] = []
  const display = (element: HTMLElement, kind: 'show' | 'hide'): void => {
    const toggle = toggleDisplay(element)
    toggle[kind]()
    undo.push(toggle.restore)
  }
  const clear = (): void => {
    for (const restore of undo) restore()
    undo = []
  }
  return {
    clear,
    find() {
      const wrapper = own.closest('.w-form')
      done = findBox(wrapper, 'done')
      fail = findBox(wrapper, 'fail')
    },
    done({ joins, ends }) {
      if (!done?.isConnected) return false
      const { activeElement, body } = own.ownerDocument
      display(done, 'show')
      if (!ends) return true
      // A button that was disabled while it worked has lost it already.
      const hadFocus = activeElement === body || own.contains(activeElement)
      display(form, 'hide')
      if (hadFocus) takeFocus(done)
      // The next person needs the form again.
      if (joins) undo.push($member.listen((member) => (member === null ? clear() : undefined)))
      return true
    },
    fail(text) {
      if (!fail?.isConnected) return false
      const place = textPlace(fail)
      const before = [...place.childNodes]
      place.textContent = text
      undo.push(() => place.replaceChildren(...before))
      display(fail, 'show')
      return true
    },
  }
}

/** The box, made a live region, unless the page has a message element of its own around the form. */
function findBox(wrapper: Element | null, name: 'done' | 'fail'): HTMLElement | null {
  const isError = name === 'fail'
  const box = wrapper?.querySelector<HTMLElement>(`.w-form-${name}`)
  if (!box || wrapper?.querySelector(withAttribute(attributes.message, isError ? 'error' : 'success'))) return null
  announce(box, isError)
  return box
}

/** Where its author's text stands: beside it there may be an icon. */
function textPlace(box: HTMLElement): Element {
  const holdsText = (element: Element): boolean =>
    isHtml(element) &&
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
  return [box, ...box.querySelectorAll('*')].find(holdsText) ?? box
}

/** It would be lost with the form. */
function takeFocus(box: HTMLElement): void {
  if (!box.hasAttribute('tabindex')) box.tabIndex = -1
  box.focus()
}
