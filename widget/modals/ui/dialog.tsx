import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { adoptSheet, deepActiveElement, discardSheet, keepFocus, placeBehind, sheetOf } from '../../lib/dom'
import { hasInput } from './drafts'

interface DialogProps {
  /** Incremented with every opening. Null while closed. */
  open: number | null
  /** The page's dialog in which this is shown. Null in the light DOM, where this is a dialog itself. */
  frame: HTMLDialogElement | null
  /** ID of the element that names the dialog. */
  labelledBy: string
  /** Names the frame instead of that element. */
  label?: string | undefined
  /** Width of the panel in CSS pixels, if the screen has room. */
  width: number
  closeLabel: string
  /** Without close button and backdrop: only Escape and its own buttons close it. */
  locked?: boolean
  /** Called by the close button and, unless something was typed, by the backdrop. */
  onClose: () => void
  /** Called by Escape. True if it did something; else the dialog closes. */
  onEscape: () => boolean
  /** Called when the browser has closed it. */
  onClosed: () => void
  /** Undefined if the page's own is right. */
  dir?: 'ltr' | 'rtl' | undefined
  lang?: string | undefined
  /** The texts are only for assistive technology so far: the visible ones are still loading. */
  unread?: boolean
  children: ReactNode
}

/**
 * A modal over the page. It fills the viewport and scrolls as a whole, so that its panel is fully reachable with zoom
 * and on small screens. Around the panel it shows the backdrop. Restores the focus, exactly or nearby.
 */
export function Dialog(props: DialogProps) {
  const { open, frame, labelledBy, width, closeLabel, locked = false, onClose, onEscape, children } = props
  const overlay = useRef<HTMLElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useFrameName(overlay, props)
  useEnding(overlay, props)
  useModal(overlay, frame, open)
  useLayoutEffect(() => panel.current?.style.setProperty('--ms-width', `${width}px`), [width])
  const backdrop = useBackdrop(() => locked || onClose())
  const Overlay = frame ? 'div' : 'dialog'
  return (
    <Overlay
      ref={(element: HTMLElement | null) => void (overlay.current = element)}
      className="overlay"
      part="overlay"
      aria-labelledby={frame ? undefined : labelledBy}
      onKeyDown={(event) => onKeyDown(event, dialogOf(overlay, frame), onEscape)}
      dir={props.dir}
      lang={props.lang}
      data-unread={props.unread}
      {...backdrop}
    >
      <div ref={panel} className="panel" part="panel">
        {children}
        {!locked && (
          <button
            type="button"
            className="close"
            part="close"
            aria-label={closeLabel}
            title={closeLabel}
            onClick={onClose}
          >
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d="m3.5 3.5 9 9m0-9-9 9" />
            </svg>
          </button>
        )}
      </div>
      <slot name="ms-message" />
    </Overlay>
  )
}

/** At the key: browsers do not let a page prevent the second close request in a row, and not all of them close a shared dialog. */
function onKeyDown(event: KeyboardEvent, dialog: HTMLDialogElement | null, onEscape: () => boolean): void {
  if (event.key !== 'Escape' || event.defaultPrevented) return
  const isShared = dialog?.matches(':modal') === false
  const isDone = onEscape()
  if (isDone || isShared) event.preventDefault()
  if (!isDone && isShared) dialog.close()
}

type OverlayRef = RefObject<HTMLElement | null>

/** The element that the browser shows as a modal dialog. */
const dialogOf = (overlay: OverlayRef, frame: HTMLDialogElement | null): HTMLDialogElement | null =>
  frame ?? (overlay.current instanceof HTMLDialogElement ? overlay.current : null)

/** Names the frame, in its language, like the heading, to which it can't refer: that is in a shadow root, and changes with the screen. */
function useFrameName(overlay: OverlayRef, { frame, open, labelledBy, label, dir, lang }: DialogProps): void {
  const isOpen = open !== null
  useLayoutEffect(() => {
    const element = overlay.current
    if (!frame || !element || !isOpen) return undefined
    const setName = (): void => {
      const name = label ?? element.querySelector(`#${CSS.escape(labelledBy)}`)?.textContent ?? ''
      if (frame.getAttribute('aria-label') !== name) frame.setAttribute('aria-label', name)
    }
    for (const [attribute, value] of Object.entries({ dir, lang })) {
      if (value === undefined) frame.removeAttribute(attribute)
      else frame.setAttribute(attribute, value)
    }
    setName()
    const observer = new MutationObserver(setName)
    observer.observe(element, { childList: true, characterData: true, subtree: true })
    return () => observer.disconnect()
  }, [overlay, frame, isOpen, labelledBy, label, dir, lang])
}

/** Listens on the dialog itself: React only knows what is in the overlay. */
function useEnding(overlay: OverlayRef, { frame, onEscape, onClosed }: DialogProps): void {
  // The event is late: the dialog may have been opened again.
  const onClose = useEffectEvent((dialog: HTMLDialogElement) => void (dialog.open || onClosed()))
  // The Back gesture of phones, and the key while nothing in the overlay has the focus.
  const onCancel = useEffectEvent((event: Event) => {
    if (event.target === event.currentTarget && onEscape()) event.preventDefault()
  })
  useLayoutEffect(() => {
    const dialog = dialogOf(overlay, frame)
    const cancel = (event: Event): void => onCancel(event)
    const close = (): void => void (dialog && onClose(dialog))
    dialog?.addEventListener('cancel', cancel)
    dialog?.addEventListener('close', close)
    return () => {
      dialog?.removeEventListener('cancel', cancel)
      dialog?.removeEventListener('close', close)
    }
  }, [overlay, frame])
}

function useModal(overlay: OverlayRef, frame: HTMLDialogElement | null, open: number | null): void {
  const isOpen = open !== null
  useLayoutEffect(() => {
    const dialog = dialogOf(overlay, frame)
    const shown = overlay.current
    if (!dialog || !shown || !isOpen) return undefined
    const { ownerDocument } = dialog
    const opener = deepActiveElement(ownerDocument)
    const { activeElement, body } = ownerDocument
    const place = activeElement && activeElement !== body ? placeBehind(activeElement) : null
    // Locks the scroll before the dialog opens, because this measures the layout.
    const unlockScroll = lockScroll(ownerDocument)
    const laidOver = laidOverPage(ownerDocument, opener)
    dialog.inert = false
    shown.toggleAttribute('data-open', true)
    const release = laidOver.size > 0 ? showShared(dialog, laidOver) : showAlone(dialog, shown, opener)
    return () => {
      dialog.close()
      release()
      // While it fades, nothing in it must be reachable.
      dialog.inert = true
      shown.toggleAttribute('data-open', false)
      unlockScroll()
      returnFocus(dialog, opener, place)
    }
  }, [overlay, frame, isOpen])
  // Escape closed it, and before the browser reported that, it was opened again: React has seen it open all the time.
  // Other re-renders at that moment must not open anything.
  useLayoutEffect(() => {
    const dialog = dialogOf(overlay, frame)
    if (open && dialog?.open === false) show(dialog, 'showModal')
  }, [overlay, frame, open])
  const focused = useRef<number>(null)
  useEffect(() => {
    // After what is shown has chosen its own first field, and not while only the button that closes it is there.
    if (open === focused.current || !frame || !overlay.current) return
    if (deepActiveElement(frame.ownerDocument) !== frame || focusFirst(overlay.current, ':not(.close)'))
      focused.current = open
  })
}

const FOCUSABLE = ':is(a[href],button,input,select,textarea,[tabindex]):not([tabindex="-1"])'

/**
 * Shows the dialog as the only thing that can be used, until someone lays something over the page.
 * @returns makes the page usable again
 */
function showAlone(dialog: HTMLDialogElement, overlay: HTMLElement, opener: Element | null): () => void {
  const { body } = dialog.ownerDocument
  let release = (): void => {}
  show(dialog, 'showModal')
  const observer = new MutationObserver((changes) => {
    const laidOver = laidOverSince(changes, opener)
    if (laidOver.size === 0 || !dialog.open) return
    observer.disconnect()
    const focused = deepActiveElement(dialog.ownerDocument)
    const { scrollTop } = overlay
    dialog.close()
    release = showShared(dialog, laidOver)
    overlay.scrollTop = scrollTop
    focused?.focus({ preventScroll: true })
  })
  observer.observe(body, { childList: true })
  return () => {
    observer.disconnect()
    release()
  }
}

/**
 * Shows the dialog with what others have laid over the page: a modal dialog would make that inert as well.
 * @returns makes the page usable again
 */
function showShared(dialog: HTMLDialogElement, laidOver: Map<Element, number>): () => void {
  const inert = makeOthersInert(dialog.ownerDocument.body, [dialog, ...laidOver.keys()])
  dialog.style.setProperty('z-index', String(Math.min(...laidOver.values()) - 1), 'important')
  // With the Back gesture of phones, too, where the browser knows this.
  dialog.setAttribute('closedby', 'closerequest')
  show(dialog, 'show')
  return () => {
    for (const element of inert) element.inert = false
    dialog.removeAttribute('closedby')
    // Its z-index stays: it still fades.
  }
}

/** Consent bars and chat buttons have more, pages themselves less. */
const LAID_OVER_Z_INDEX = 900_000
/** From the edges of the window: in the middle of a chat button. */
const EDGE_PX = 48
const OWN = '.ms-modal-frame,ms-inspector,ms-setup-notice,[id^="ms-"]'

/**
 * What lies over everything else, found where such things are, with its z-index. Not what covers the middle of the window, as a page's own popup
 * does, nor its header, nor what the dialog was opened from.
 */
function laidOverPage(document: Document, opener: Element | null): Map<Element, number> {
  const found = new Map<Element, number>()
  const { clientWidth, clientHeight } = document.documentElement
  const pointsOf = (length: number): number[] => [EDGE_PX, length / 2, length - EDGE_PX]
  const middle = laidOverAt(document, clientWidth / 2, clientHeight / 2)?.[0]
  for (const x of pointsOf(clientWidth))
    for (const y of pointsOf(clientHeight)) {
      const over = laidOverAt(document, x, y)
      if (over && over[0] !== middle && !isOfPage(over[0], opener)) found.set(...over)
    }
  return found
}

const isOfPage = (element: Element, opener: Element | null): boolean =>
  element.contains(opener) || element.matches(`nav,header,${OWN}`) || !!element.querySelector('nav')

/** Of an element that was added, the outer ones: a bar is not deep inside. */
const LOOKED_AT = 50

/** What was laid over the page while a modal dialog is open, so that nothing is found where it is. */
function laidOverSince(changes: readonly MutationRecord[], opener: Element | null): Map<Element, number> {
  const found = new Map<Element, number>()
  for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
    if (!(added instanceof Element) || isOfPage(added, opener)) continue
    const inside = [added, ...(added.shadowRoot ?? added).querySelectorAll('*')].slice(0, LOOKED_AT)
    const over = inside.flatMap((element) => {
      const zIndex = zIndexOver(element)
      return zIndex && element.getClientRects()[0] ? [[element, zIndex] as const] : []
    })
    // Of the page's own popup, nothing.
    if (over.some(([element]) => coversMiddle(element))) continue
    for (const [element, zIndex] of over) found.set(added.shadowRoot ? added : element, zIndex)
  }
  return found
}

function coversMiddle(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return Math.abs(2 * x + width - innerWidth) < width && Math.abs(2 * y + height - innerHeight) < height
}

/** 0 for what does not lie over everything else. */
function zIndexOver(element: Element): number {
  const { position, zIndex } = getComputedStyle(element)
  return position !== 'static' && Number(zIndex) >= LAID_OVER_Z_INDEX ? Number(zIndex) : 0
}

/** @returns null if nothing lies over the page at this point. Of a shadow root, its host */
function laidOverAt(root: Document | ShadowRoot, x: number, y: number): [over: Element, zIndex: number] | null {
  const hit = root.elementFromPoint(x, y)
  for (let element = hit; element; element = element.parentElement) {
    const zIndex = zIndexOver(element)
    if (zIndex) return [element, zIndex]
  }
  const inside = hit?.shadowRoot && hit.shadowRoot !== root ? laidOverAt(hit.shadowRoot, x, y) : null
  return hit && inside && [hit, inside[1]]
}

/** @returns what was not inert before */
function makeOthersInert(parent: Element, kept: readonly Element[]): HTMLElement[] {
  return [...parent.children].flatMap((child) => {
    // A question over this dialog is shown beside the same things next.
    if (!(child instanceof HTMLElement) || child.inert || kept.includes(child) || child.matches(':modal')) return []
    if (kept.some((one) => child.contains(one))) return makeOthersInert(child, kept)
    child.inert = true
    return child
  })
}

/**
 * A frame has the focus first: the page's listeners, such as those of password managers, hear what moves from there into its shadow
 * root, but no moves within.
 */
function show(dialog: HTMLDialogElement, way: 'show' | 'showModal'): void {
  dialog[way]()
  dialog.focus()
}

/** Focuses the first control that can have it. @param which of them, as a selector's end. @returns whether there is one */
export function focusFirst(overlay: Element, which = ''): boolean {
  return [...overlay.querySelectorAll<HTMLElement>(FOCUSABLE + which)].some((target) => {
    target.focus({ preventScroll: true })
    return deepActiveElement(target.ownerDocument) === target
  })
}

/**
 * Browsers restore the focus, but not all of them into another shadow root, and none if the opener is gone or hidden,
 * such as a login button for members.
 * @param place where the opener was; null if nothing had the focus
 */
function returnFocus(dialog: HTMLDialogElement, opener: HTMLElement | null, place: Range | null): void {
  const { ownerDocument } = dialog
  opener?.focus({ preventScroll: true })
  if (deepActiveElement(ownerDocument) === opener) return
  if (place) keepFocus(place)
  if (dialog.contains(ownerDocument.activeElement)) deepActiveElement(ownerDocument)?.blur()
}

/**
 * Arrows, Home and End move the focus among items.
 * @returns whether the key was one of them
 */
export function moveFocus(key: string, found: Iterable<HTMLElement>): boolean {
  const items = [...found]
  const [first] = items
  if (!first || !/^(Arrow|Home$|End$)/.test(key)) return false
  const focused = deepActiveElement(first.ownerDocument)
  const isMirrored = /Left|Right/.test(key) && getComputedStyle(first).direction === 'rtl'
  const step = /Down|Right/.test(key) === isMirrored ? -1 : 1
  const at = items.findIndex((item) => item === focused) + step
  const { length } = items
  items[key === 'Home' ? 0 : key === 'End' ? length - 1 : (at + length) % length]?.focus()
  return true
}

/**
 * A click next to the panel closes the dialog, but never discards input: something laid over the page may have been meant,
 * which is not clickable while the page is inert. Ignores clicks that did not start there: a text selection may end there.
 */
function useBackdrop(onClose: () => void) {
  const pressed = useRef(false)
  return {
    onPointerDown: (event: PointerEvent) => {
      pressed.current = event.target === event.currentTarget
    },
    onClick: (event: MouseEvent) => {
      if (pressed.current && event.target === event.currentTarget && !hasInput(event.currentTarget)) onClose()
      pressed.current = false
    },
  }
}

/**
 * Keeps the page behind a modal from scrolling. The width of a classic scrollbar is replaced by padding on its side, so
 * that nothing moves.
 * @returns undoes it
 */
export function lockScroll(document: Document): () => void {
  const root = document.documentElement
  // Without a scrollbar nothing moves, and measuring would lay the page out twice.
  const before = document.defaultView?.innerWidth === root.clientWidth ? null : root.getBoundingClientRect()
  const sheet = sheetOf('html{overflow:hidden!important}')
  adoptSheet(document, sheet)
  if (before) {
    const after = root.getBoundingClientRect()
    const kept = keepRoom(root, 'left', before.left - after.left) + keepRoom(root, 'right', after.right - before.right)
    if (kept) sheet.insertRule(`html{${kept}}`)
  }
  return () => discardSheet(document, sheet)
}

function keepRoom(root: Element, side: 'left' | 'right', gained: number): string {
  if (gained <= 0) return ''
  const padding = Number.parseFloat(getComputedStyle(root).getPropertyValue(`padding-${side}`))
  return `padding-${side}: ${padding + gained}px !important;`
}
