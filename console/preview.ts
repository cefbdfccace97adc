import { createMembership } from './data/membership'
import { isShowMessage, readPreviewHash, READY } from './lib/preview-messages'
import type { Shown } from './lib/preview-messages'
import './preview.css'

/**
 * The page in the frame of Design and Texts: the shipped script with a preview key. It runs before the script, whose tag is further down.
 */
function start(): void {
  const { app, key, shown } = readPreviewHash(location.hash)
  const tag = document.querySelector('script[data-memberstack-app]')
  // No other key: this origin must not show the dialogs of a link's choice.
  if (app === null || key === null || !tag) return tag?.remove()
  tag.setAttribute('data-memberstack-app', app)
  tag.setAttribute('data-memberstack-key', key)
  withoutPasskeyAutofill()
  const show = createShow()
  if (window.parent === window) return void (shown && show(shown))
  withoutFocus()
  window.addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source === window.parent && origin === location.origin && isShowMessage(data)) show(data.shown)
  })
  window.parent.postMessage({ kind: READY }, location.origin)
}

/** A browser's autofill needs a challenge, which the server refuses a preview key. The button of the dialog stays. */
function withoutPasskeyAutofill(): void {
  const passkeys: unknown = Reflect.get(window, 'PublicKeyCredential')
  if (typeof passkeys === 'function')
    Reflect.set(passkeys, 'isConditionalMediationAvailable', () => Promise.resolve(false))
}

/**
 * An open dialog would take the focus from what a person types in the console: the frame is inert, but a modal dialog in it
 * is not.
 */
function withoutFocus(): void {
  HTMLElement.prototype.focus = () => undefined
  // oxlint-disable-next-line typescript/unbound-method -- called with its dialog
  const open = HTMLDialogElement.prototype.showModal
  HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
    // The browser focuses nothing in an inert dialog.
    this.inert = true
    open.call(this)
    this.inert = false
  }
}

function createShow(): (next: Shown) => void {
  const membership = createMembership(window)
  let last: Shown | null = null
  return (next) => {
    const before = last
    last = next
    document.documentElement.style.colorScheme = next.scheme
    // Dialogs read the page's color scheme with the app.
    if (before && (before.version !== next.version || before.scheme !== next.scheme)) void membership.reloadApp()
    if (before?.modal !== next.modal) void membership.showModal(next.modal)
  }
}

start()
