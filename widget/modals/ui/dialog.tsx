import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { deepActiveElement, keepFocus, placeBehind } from '../../lib/dom'

interface DialogProps {
  /** Incremented with every opening. Null while closed. */
  open: number | null
  /** ID of the element that names the dialog. */
  labelledBy: string
  /** Width of the panel in CSS pixels, if the screen has room. */
  width: number
  closeLabel: string
  /** Without close button and backdrop: only Escape and its own buttons close it. */
  locked?: boolean
  /** Called by the backdrop or the close button. */
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
  const { open, labelledBy, width, closeLabel, locked = false, onClose, dir, lang, unread, children } = props
  const { onEscape } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useModal(dialog, open)
  useLayoutEffect(() => panel.current?.style.setProperty('--ms-width', `${width}px`), [width])
  const backdrop = useBackdrop(() => locked || onClose())
  // The event is late: the dialog may have been opened again.
  const onClosed = (): void => void (dialog.current?.open || props.onClosed())
  // At the key: browsers do not let a page prevent the second close request in a row.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.defaultPrevented && onEscape()) event.preventDefault()
  }
  // The Back gesture of phones, and the key while nothing in the dialog has the focus.
  const onCancel = (event: SyntheticEvent): void => {
    if (event.target === event.currentTarget && onEscape()) event.preventDefault()
  }
  return (
    <dialog
      ref={dialog}
      className="overlay"
      part="overlay"
      aria-labelledby={labelledBy}
      onClose={onClosed}
      onKeyDown={onKeyDown}
      onCancel={onCancel}
      dir={dir}
      lang={lang}
      data-unread={unread}
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
    </dialog>
  )
}

function useModal(ref: RefObject<HTMLDialogElement | null>, open: number | null): void {
  const isOpen = open !== null
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !isOpen) return undefined
    const { ownerDocument } = dialog
    const opener = deepActiveElement(ownerDocument)
    const { activeElement, body } = ownerDocument
    const place = activeElement && activeElement !== body ? placeBehind(activeElement) : null
    // Locks the scroll before the dialog opens, because this measures the layout.
    const unlockScroll = lockScroll(ownerDocument)
    dialog.inert = false
    dialog.showModal()
    return () => {
      dialog.close()
      // While it fades, nothing in it must be reachable.
      dialog.inert = true
      unlockScroll()
      returnFocus(dialog, opener, place)
    }
  }, [ref, isOpen])
  // Escape closed it, and before the browser reported that, it was opened again: React has seen it open all the time.
  // Other re-renders at that moment must not open anything.
  useLayoutEffect(() => {
    if (open && !ref.current?.open) ref.current?.showModal()
  }, [ref, open])
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
  const active = deepActiveElement(ownerDocument)
  if (active && dialog.contains(active)) active.blur()
}

/** Ignores clicks that did not start on the backdrop: a text selection may end there. */
function useBackdrop(onClose: () => void) {
  const pressed = useRef(false)
  return {
    onPointerDown: (event: PointerEvent) => {
      pressed.current = event.target === event.currentTarget
    },
    onClick: (event: MouseEvent) => {
      if (pressed.current && event.target === event.currentTarget) onClose()
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
  const sheet = new CSSStyleSheet()
  const lock = (more = ''): void => sheet.replaceSync(`html { overflow: hidden !important; ${more} }`)
  lock()
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  if (before) {
    const after = root.getBoundingClientRect()
    const kept = keepRoom(root, 'left', before.left - after.left) + keepRoom(root, 'right', after.right - before.right)
    if (kept) lock(kept)
  }
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
  }
}

function keepRoom(root: Element, side: 'left' | 'right', gained: number): string {
  if (gained <= 0) return ''
  const padding = Number.parseFloat(getComputedStyle(root).getPropertyValue(`padding-${side}`))
  return `padding-${side}: ${padding + gained}px !important;`
}
