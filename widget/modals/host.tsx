import type { MembershipClient } from '../public'
import { domParsed } from '../lib/page-lifecycle'
import { $app } from '../stores/app'
import { $modalRequest, $modalSlotHost, type ModalRequest } from '../stores/modal'
import { createReadTranslation } from '../transport/data-files'
import { closeOnArrival } from './close-on-arrival'
import { defineModalElement } from './element'
import { createLightHost, wantsLightDom } from './light-host'
import { Modal } from './modal'
import { findText } from './texts/merge-texts'
import { pageLanguage } from './texts/page-language'
import { textLayers } from './texts/text-layers'
import { translateMessages } from './texts/translate-messages'
import { createTranslations, type Translations } from './texts/translations'
import { applyTheme } from './theme/apply-theme'
import { createResolveColor } from './theme/resolve-color'
import { createSheet } from './theme/sheet'

interface ModalHostOptions {
  client: MembershipClient
  document: Document
  /** Origin, or base URL, of the API: languages and the demo video are fetched from there. Without it modals read in English. */
  apiUrl?: string
}

export interface ModalHost {
  /** Takes the modals off the page; one that is open ends as closed. */
  unmount(): void
}

/** Puts the modals' element at the end of the body. From then on it shows what `$modalRequest` wants. */
export function mountModalHost({ client, document, apiUrl }: ModalHostOptions): ModalHost {
  const window = document.defaultView ?? globalThis.window
  const translations = createTranslations(
    apiUrl ? createReadTranslation(apiUrl, window.fetch.bind(window)) : async () => null,
  )
  const sheet = createSheet()
  const light = createLightHost(document)
  const speaker = speaking(client, window, translations)
  const props = { client: speaker, window, translations, apiUrl, lightElement: light.element }
  // A page that copies its body, as for the Back button, copies our element too: the copy must draw nothing.
  const Own = ({ container }: { container: ShadowRoot }) =>
    container === element.shadowRoot ? <Modal {...props} /> : null
  const name = defineModalElement(Own, sheet, window.customElements)
  const element = document.createElement(name)
  const attach = (): void => {
    if (!element.isConnected) document.body?.append(element)
  }
  const resolve = createResolveColor(element.shadowRoot ?? element)
  const dress = (): void => {
    attach()
    for (const one of [sheet, ...light.sheets()]) applyTheme(one, window, $app.get()?.branding ?? null, resolve)
  }
  const show = (request: ModalRequest | null): void => {
    // Also before the first request: then the texts are on their way while nobody waits for them.
    translations.ask(pageLanguage(window).file)
    if (!request) return
    const isLight = wantsLightDom(request, window)
    if (isLight) light.attach()
    // Pages that swap their whole body take the element with it, and change their scheme: every wish looks again.
    dress()
    $modalSlotHost.set(isLight ? null : element)
  }
  if (!$modalRequest.get()) dress()
  const stops = [$app.listen(dress), $modalRequest.subscribe(show), closeOnArrival()]
  let mounted = true
  // The install tag stands in the head: there may be no body yet.
  void domParsed(document).then(() => mounted && attach())
  return {
    unmount() {
      mounted = false
      $modalSlotHost.set(null)
      stops.forEach((stop) => stop())
      element.remove()
      light.remove()
    },
  }
}

function speaking(client: MembershipClient, window: Window, { $known }: Translations): MembershipClient {
  return translateMessages(client, (key) => {
    const language = $known.get()[pageLanguage(window).file ?? '']
    return findText(textLayers($modalRequest.get()?.params, window, $app.get(), language), key)
  })
}
