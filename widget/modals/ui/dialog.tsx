import { type MouseEvent, type PointerEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { deepActiveElement, keepFocus, placeBehind } from '../../lib/dom'

interface DialogProps {
  /** For whom: grows with everybody it opens for. Null while it is closed. */
  open: number | null
  /** Id of the element that names the dialog. */
  labelledBy: string
  /** Width of the panel in CSS pixels, where the screen has room for it. */
  width: number
  closeLabel: string
  /** Neither the close button nor the backdrop closes it: only Escape, and what stands in it. */
  locked?: boolean
  /** Escape, the dark backdrop or the close button. */
  onClose: () => void
  /** Undefined where the page's own is right. */
  dir?: 'ltr' | 'rtl' | undefined
  lang?: string | undefined
  /** Texts are there for assistive technology alone: what the eye would read is still on its way. */
  unread?: boolean
  children: ReactNode
}

/**
 * A modal over the page. It fills the viewport and scrolls as a whole, so that zoom and small screens reach all of its
 * panel; what shows of it beside the panel is the backdrop. Gives the focus back to where it was, or near there.
 */
export function Dialog(props: DialogProps) {
  const { open, labelledBy, width, closeLabel, locked = false, onClose, dir, lang, unread, children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useModal(dialog, open)
  useLayoutEffect(() => panel.current?.style.setProperty('--ms-width', `${width}px`), [width])
  const backdrop = useBackdrop(() => locked || onClose())
  // The event comes late: by then the dialog may be open again for somebody else.
  const onClosed = (): void => void (dialog.current?.open || onClose())
  return (
    <dialog
      ref={dialog}
      className="overlay"
      part="overlay"
      aria-labelledby={labelledBy}
      onClose={onClosed}
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
    // First, while the dialog takes no part in the layout that this asks for.
    const unlockScroll = lockScroll(ownerDocument)
    dialog.inert = false
    dialog.showModal()
    return () => {
      dialog.close()
      // What fades away is a picture: nothing in it can be reached any more.
      dialog.inert = true
      unlockScroll()
      returnFocus(dialog, opener, place)
    }
  }, [ref, isOpen])
  // Escape closed it, and before the browser told of that somebody else asked for it: to React it was open all the time.
  // Whatever else is drawn anew in that moment opens nothing.
  useLayoutEffect(() => {
    if (open && !ref.current?.open) ref.current?.showModal()
  }, [ref, open])
}

/**
 * Browsers give the focus back by themselves, but not all of them into another shadow root, and none of them when the
 * opener is gone or hidden by now, as a login button is for members.
 * @param place where on the page the opener stood; null when nothing had the focus
 */
function returnFocus(dialog: HTMLDialogElement, opener: HTMLElement | null, place: Range | null): void {
  const { ownerDocument } = dialog
  opener?.focus({ preventScroll: true })
  if (deepActiveElement(ownerDocument) === opener) return
  if (place) keepFocus(place)
  const active = deepActiveElement(ownerDocument)
  if (active && dialog.contains(active)) active.blur()
}

/** Counts as a click on the backdrop only what began there: text may be selected past the panel's edge. */
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
 * Keeps the page behind a modal from scrolling. The room that a classic scrollbar took is kept as padding, on the side
 * where it was, so that nothing moves.
 * @returns undoes it
 */
export function lockScroll(document: Document): () => void {
  const root = document.documentElement
  const before = root.getBoundingClientRect()
  const sheet = new CSSStyleSheet()
  const lock = (more = ''): void => sheet.replaceSync(`html { overflow: hidden !important; ${more} }`)
  lock()
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  const after = root.getBoundingClientRect()
  const kept = keepRoom(root, 'left', before.left - after.left) + keepRoom(root, 'right', after.right - before.right)
  if (kept) lock(kept)
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
  }
}

function keepRoom(root: Element, side: 'left' | 'right', gained: number): string {
  if (gained <= 0) return ''
  const padding = Number.parseFloat(getComputedStyle(root).getPropertyValue(`padding-${side}`))
  return `padding-${side}: ${padding + gained}px !important;`
}
