import type { MembershipClient } from '../public'
import { domParsed } from '../lib/dom-parsed'
import { $app } from '../stores/app'
import { $modalRequest } from '../stores/modal'
import { defineModalElement } from './element'
import { Modal } from './modal'
import { applyPalette } from './theme/apply-palette'
import { brandPalette } from './theme/brand-palette'
import { createResolveColor } from './theme/resolve-color'
import { createSheet } from './theme/sheet'

interface ModalHostOptions {
  client: MembershipClient
  document: Document
}

export interface ModalHost {
  /** Takes the modals off the page; one that is open ends as closed. */
  unmount(): void
}

/** Puts the modals' element at the end of the body. From then on it shows what `$modalRequest` wants. */
export function mountModalHost({ client, document }: ModalHostOptions): ModalHost {
  const window = document.defaultView ?? globalThis.window
  const sheet = createSheet()
  const name = defineModalElement(() => <Modal client={client} window={window} />, sheet, window.customElements)
  const element = document.createElement(name)
  const attach = (): void => {
    if (!element.isConnected) document.body?.append(element)
  }
  const resolve = createResolveColor(element.shadowRoot ?? element)
  const stops = [
    // Pages that swap their whole body take the element with it: every wish finds it again.
    $modalRequest.subscribe((request) => request && attach()),
    $app.subscribe((app) => {
      attach()
      applyPalette(sheet, brandPalette(app?.branding ?? null, resolve), CSS)
    }),
  ]
  let mounted = true
  // The install tag stands in the head: there may be no body yet.
  void domParsed(document).then(() => mounted && attach())
  return {
    unmount() {
      mounted = false
      stops.forEach((stop) => stop())
      element.remove()
    },
  }
}
