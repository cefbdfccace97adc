import { FADE_MS } from '../../contract/limits'
import { adoptSheet, discardSheet, sheetOf } from '../lib/dom'

/** Class of the frames, for those who must not take them for elements of the page. */
const FRAME_CLASS = 'ms-modal-frame'

/** IDs that no page has: the rules are more specific than a page's own important ones for dialogs. */
const FRAME = `:is(#_#_#_#_,.${FRAME_CLASS})`

/** Without a look of its own. Hides copies too: a page that copies its body copies an open frame as a closed one. */
const rules =
  `${FRAME}{all:initial!important;position:fixed!important;inset:0!important;z-index:2147483647!important;` +
  `inline-size:100%!important;block-size:100%!important;display:none!important}` +
  `${FRAME}:modal{display:block!important}` +
  // A copy of a shared one takes no clicks.
  `${FRAME}[closedby][open]{display:block!important;pointer-events:none!important}` +
  `${FRAME}::backdrop,${FRAME}::before,${FRAME}::after{display:none!important}` +
  `@media not (prefers-reduced-motion:reduce){` +
  `${FRAME}{transition:overlay ${FADE_MS}ms allow-discrete,display ${FADE_MS}ms allow-discrete!important}}`

/** A modal dialog of the page itself, around an element with a shadow root. */
export interface Frame {
  dialog: HTMLDialogElement
  content: HTMLElement
  /** Adds it to the end of the body, if needed. */
  attach(): void
  /** Also adds its style sheet, which a page without modals never needs. */
  prepare(): void
  remove(): void
}

/**
 * Password managers and others that lay something over a page put it into the modal dialog around the focused element:
 * the rest of the page is inert. They can't see a dialog inside a shadow root.
 * @param name of the custom element in it
 */
export function createFrame(document: Document, name: string): Frame {
  const content = document.createElement(name)
  const dialog = document.createElement('dialog')
  dialog.className = FRAME_CLASS
  dialog.inert = true
  dialog.tabIndex = -1
  // A page's rule for dialogs could show it before the style sheet is used.
  dialog.style.setProperty('display', 'none', 'important')
  dialog.append(content)
  let sheet: CSSStyleSheet | undefined
  const attach = (): void => {
    if (!dialog.isConnected) document.body?.append(dialog)
  }
  return {
    dialog,
    content,
    attach,
    prepare() {
      attach()
      sheet ??= sheetOf(rules)
      adoptSheet(document, sheet)
      dialog.style.removeProperty('display')
    },
    remove() {
      discardSheet(document, sheet)
      dialog.remove()
    },
  }
}
