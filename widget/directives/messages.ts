import bannerSheet from './message-banner.css?inline'
import { FADE_MS, MESSAGE_BANNER_MS } from '../../contract/limits'
import { attributes, withAttribute } from '../attributes'
import { isFrameworkOwned } from '../gating/framework-owned'
import { createPageStyleSheet, type PageStyleSheet } from '../gating/style-sheet'
import { unclobbered } from '../lib/dom'
import { $message, type Message } from '../stores/feedback'
import { $modalRequest, $modalSlotHost } from '../stores/modal'
import { makeLiveRegion } from './message-elements'
import { pageText } from '../stores/texts'

/**
 * Shows messages on the page, one at a time, starting with the current one.
 * @returns hides the current message and stops
 */
export function startMessages(document: Document, window: Window & typeof globalThis): () => void {
  const banner = createBanner(document)
  let sheet: PageStyleSheet | undefined
  const bannerElement = (isError: boolean): HTMLElement => {
    sheet ??= createPageStyleSheet(document, window)
    // `[id=…]` has more weight than the page's rules for buttons, and less than its rules for these IDs.
    sheet.set(`[id=ms-message]{--ms-fade:${FADE_MS}ms}${bannerSheet}`)
    return banner.element(isError)
  }
  let hide = (): void => {}
  const show = (message: Message | null): void => {
    hide()
    hide = () => {}
    if (!message) return
    const own = findMessageElement(document, message)
    const dialog = openDialog(document)
    const element = own && (!dialog || canMoveInto(dialog, own)) ? own : bannerElement(message.isError)
    // First: a text is announced only where it can be reached.
    const moveBack = keepReachable(element)
    // A newer message has its own timer.
    const end = showText(element, message.text, () => void ($message.get() === message && $message.set(null)))
    hide = () => {
      end()
      moveBack()
    }
  }
  const stop = $message.subscribe(show)
  return () => {
    stop()
    hide()
    banner.remove()
  }
}

/** The page's own element for a message: first one inside its form, then the first on the page. */
function findMessageElement(document: Document, message: Message): HTMLElement | null {
  const selector = withAttribute(attributes.message, message.isError ? 'error' : 'success')
  // The form may have been removed, such as a sign-up form for members.
  const scope = message.scope && unclobbered(message.scope)
  const own = scope?.isConnected ? scope.querySelector<HTMLElement>(selector) : null
  return own ?? document.querySelector<HTMLElement>(selector)
}

/**
 * Shows a text in a message element. Its timer stops while the pointer or focus is on it.
 * @param onEnd called when the time is over
 * @returns hides it and restores the focus
 */
function showText(element: HTMLElement, text: string, onEnd: () => void): () => void {
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
  // During this event, nothing has the focus yet.
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

/** Where the text goes. An element with children but no slot gets one, so that its own content stays. */
function textSlot(element: HTMLElement): Element {
  const slot = element.querySelector(withAttribute(attributes.messageText))
  if (slot) return slot
  if (element.childElementCount === 0) return element
  const added = element.ownerDocument.createElement('span')
  added.setAttribute(attributes.messageText, '')
  element.prepend(added)
  return added
}

/** For pages without a message element. In the light DOM, with the IDs that existing pages style (`ms-message`). */
function createBanner(document: Document): { element(isError: boolean): HTMLElement; remove(): void } {
  let banner: HTMLElement | undefined
  return {
    element(isError) {
      banner ??= buildBanner(document)
      if (!banner.isConnected) (document.body ?? document.documentElement).append(banner)
      banner.dataset['kind'] = isError ? 'error' : 'success'
      makeLiveRegion(banner, isError)
      return banner
    },
    remove: () => banner?.remove(),
  }
}

function buildBanner(document: Document): HTMLElement {
  const banner = document.createElement('div')
  banner.id = 'ms-message'
  const icon = document.createElement('span')
  icon.id = 'ms-status-icon'
  icon.setAttribute('aria-hidden', 'true')
  const text = document.createElement('span')
  text.id = 'ms-message-text'
  text.setAttribute(attributes.messageText, '')
  const close = document.createElement('button')
  close.id = 'ms-status-close'
  close.type = 'button'
  close.textContent = '×'
  close.setAttribute('aria-label', pageText('close_message_button'))
  close.setAttribute(attributes.messageClose, '')
  banner.append(icon, text, close)
  return banner
}

/** The dialog that makes the rest of the page inert: our open modal, or the page's innermost modal dialog. */
const openDialog = (document: Document): Element | null =>
  ($modalRequest.get() && $modalSlotHost.get()) ??
  [...document.querySelectorAll('dialog:modal,#ms-light-modal dialog[open]')].at(-1) ??
  null

/** Moving a framework's element could break the page. */
const canMoveInto = (dialog: Element, element: Element): boolean =>
  dialog.contains(element) || !isFrameworkOwned(element)

/**
 * Moves an element into the open dialog while the page is inert. Framework-owned elements stay.
 * @returns moves it back to the exact place
 */
function keepReachable(element: HTMLElement): () => void {
  const listening = new AbortController()
  let moveBack = (): void => {}
  const place = (): void => {
    moveBack()
    moveBack = () => {}
    const dialog = openDialog(element.ownerDocument)
    if (!dialog || !canMoveInto(dialog, element)) return
    moveBack = moveInto(dialog, element)
    dialog.addEventListener('close', place, { once: true, signal: listening.signal })
  }
  place()
  const stops = [$modalRequest, $modalSlotHost].map((store) => store.listen(place))
  return () => {
    listening.abort()
    stops.forEach((stop) => stop())
    moveBack()
  }
}

function moveInto(dialog: Element, element: HTMLElement): () => void {
  if (dialog.contains(element)) return () => {}
  const { ownerDocument: document } = element
  const frame = document.createElement('div')
  frame.slot = 'ms-message'
  Object.assign(frame.style, inheritedStyles(element), { position: 'sticky', insetBlockEnd: '0', zIndex: '1' })
  const place = document.createComment('')
  element.replaceWith(place)
  frame.append(element)
  dialog.append(frame)
  return () => {
    // If the page has removed the element, don't add it again.
    if (element.parentNode === frame) place.replaceWith(element)
    place.remove()
    frame.remove()
  }
}

/** The inherited styles of its original place: on the dialog's background, the text could be unreadable. */
function inheritedStyles({ parentElement }: HTMLElement): Partial<CSSStyleDeclaration> {
  if (!parentElement) return {}
  const { color, font, direction } = getComputedStyle(parentElement)
  let ground: Element | null = parentElement
  while (ground && isTransparent(getComputedStyle(ground).backgroundColor)) ground = ground.parentElement
  const background = ground ? getComputedStyle(ground).backgroundColor : 'Canvas'
  // Over the panel of our modal, without moving it. Elsewhere these have no effect.
  return { color, font, direction, background, gridArea: '1 / 1', placeSelf: 'end center' }
}

const isTransparent = (color: string): boolean => /^$|transparent|, 0\)$/.test(color)

export interface PausableTimer {
  pause(): void
  /** Continues with the remaining time. */
  resume(): void
  stop(): void
}

/**
 * Calls back once after a time that can be paused.
 * @param milliseconds until the call, without pauses
 */
export function startPausableTimer(milliseconds: number, callback: () => void): PausableTimer {
  let left = milliseconds
  let started = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const resume = (): void => {
    if (timer !== undefined) return
    started = Date.now()
    timer = setTimeout(callback, left)
  }
  const pause = (): void => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    left -= Date.now() - started
  }
  resume()
  return { pause, resume, stop: () => clearTimeout(timer) }
}
