import { MESSAGE_BANNER_MS } from '../../../contract/limits'
import { attributes, withAttribute } from '../../attributes'
import { startPausableTimer } from '../../lib/pausable-timer'

/**
 * Shows a text in a message element. Its time does not run while the pointer or the focus is on it.
 * @param onEnd called when its time is over
 * @returns hides it; the focus returns to where it was before it came to the message
 */
export function showOn(element: HTMLElement, text: string, onEnd: () => void): () => void {
  const listening = new AbortController()
  const timer = startPausableTimer(MESSAGE_BANNER_MS, onEnd)
  let cameFrom: EventTarget | null = null
  let hovered = false
  const isFocused = (): boolean => element.contains(element.ownerDocument.activeElement)
  const update = (): void => (hovered || isFocused() ? timer.pause() : timer.resume())
  const { signal } = listening
  const hover = (inside: boolean) => (): void => {
    hovered = inside
    update()
  }
  const focus = ({ relatedTarget: from }: FocusEvent): void => {
    if (!(from instanceof Node && element.contains(from))) cameFrom = from
    timer.pause()
  }
  element.addEventListener('pointerenter', hover(true), { signal })
  element.addEventListener('pointerleave', hover(false), { signal })
  element.addEventListener('focusin', focus, { signal })
  // The focus has not arrived elsewhere yet when it leaves.
  element.addEventListener('focusout', () => queueMicrotask(update), { signal })

  textSlot(element).textContent = text
  element.style.display = 'block'
  return () => {
    listening.abort()
    timer.stop()
    const hadFocus = isFocused()
    element.style.display = 'none'
    textSlot(element).textContent = ''
    if (hadFocus && cameFrom instanceof HTMLElement) cameFrom.focus({ preventScroll: true })
  }
}

/** Where the text goes. An element without a slot gets one, so that what its author put there stays. */
function textSlot(element: HTMLElement): Element {
  const slot = element.querySelector(withAttribute(attributes.messageText))
  if (slot) return slot
  if (element.childElementCount === 0) return element
  const added = element.ownerDocument.createElement('span')
  added.setAttribute(attributes.messageText, '')
  element.prepend(added)
  return added
}
