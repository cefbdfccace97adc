import r2wc from '@r2wc/react-to-web-component'
import type { ComponentType } from 'react'
import { domParsed } from '../lib/page-lifecycle'
import type { MembershipClient } from '../public'
import { $app } from '../stores/app'
import { $member } from '../stores/identity'
import { $modalRequest, $modalSlotHost, hideModal, type ModalRequest } from '../stores/modal'
import { createReadTranslation } from '../transport/data-files'
import { MembershipError } from '../transport/membership-error'
import { Modal, wantsLightDom } from './modal'
import { isScreenRequest } from './screens'
import { findText, textLayers } from './texts/texts'
import { createTranslations, pageLanguage, translateMessages, type Translations } from './texts/translations'
import { createResolveColor } from './theme/colors'
import { applyTheme, createLightSheet, createSheet } from './theme/theme'

interface ModalHostOptions {
  client: MembershipClient
  document: Document
  /** Origin, or base URL, of the API, for languages and the demo video. Without it modals are in English. */
  apiUrl?: string
}

export interface ModalHost {
  /** Removes the modals from the page; one that is open resolves as closed. */
  unmount(): void
}

/** Puts the modals' element at the end of the body. From then on it shows the modal of `$modalRequest`. */
export function mountModalHost({ client, document, apiUrl }: ModalHostOptions): ModalHost {
  const window = document.defaultView ?? globalThis.window
  const translations = createTranslations(
    apiUrl ? createReadTranslation(apiUrl, window.fetch.bind(window)) : async () => null,
  )
  const sheet = createSheet()
  const light = createLightHost(document)
  const translated = translatedClient(client, window, translations)
  const props = { client: translated, window, translations, apiUrl, lightElement: light.element }
  // A page that copies its body, as for the Back button, copies our element too: the copy must draw nothing.
  const Own = ({ container }: { container: ShadowRoot }) =>
    container === element.shadowRoot ? <Modal {...props} /> : null
  const name = defineModalElement(Own, sheet, window.customElements)
  const element = document.createElement(name)
  const attach = (): void => {
    if (!element.isConnected) document.body?.append(element)
  }
  const resolve = createResolveColor(element.shadowRoot ?? element)
  const attachAndTheme = (): void => {
    attach()
    for (const one of [sheet, ...light.sheets()]) applyTheme(one, window, $app.get()?.branding ?? null, resolve)
  }
  const show = (request: ModalRequest | null): void => {
    // Also before the first request: then the texts load while nobody waits for them.
    translations.ask(pageLanguage(window).file)
    if (!request) return
    if (!isScreenRequest(request)) return refuse(request)
    const isLight = wantsLightDom(request, window)
    if (isLight) light.attach()
    // Pages that replace their whole body remove the element with it, and change their scheme: check at every request.
    attachAndTheme()
    $modalSlotHost.set(isLight ? null : element)
  }
  if (!$modalRequest.get()) attachAndTheme()
  const stops = [$app.listen(attachAndTheme), $modalRequest.subscribe(show), closeOnLogin()]
  let mounted = true
  // The install tag is in the head: there may be no body yet.
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

function refuse(request: ModalRequest): void {
  const message = `There is no modal named "${request.writtenName}".`
  request.fail(new MembershipError('invalid-field-value', message, 400, {}))
  hideModal()
}

/** The client with messages in the language of the open modal. */
function translatedClient(client: MembershipClient, window: Window, { $known }: Translations): MembershipClient {
  return translateMessages(client, (key) => {
    const language = $known.get()[pageLanguage(window).file ?? '']
    return findText(textLayers($modalRequest.get()?.params, window, $app.get(), language), key)
  })
}

const ELEMENT_NAME = 'ms-modal-host'

/**
 * Defines the custom element that draws a component in an open shadow root. The component's only prop is that root: r2wc
 * reflects others into attributes, where the page could read a member's data; state comes from the stores.
 * @returns the element's name: another one if an earlier copy of the widget, now gone, has taken the usual one
 */
function defineModalElement(
  component: ComponentType<{ container: ShadowRoot }>,
  sheet: CSSStyleSheet,
  registry: CustomElementRegistry,
): string {
  class ModalElement extends r2wc(component, { shadow: 'open' }) {
    constructor() {
      super()
      // Before the first paint, and without a <style> that a page's CSP could refuse.
      if (this.shadowRoot) this.shadowRoot.adoptedStyleSheets = [sheet]
    }
  }
  const name = freeName(registry)
  registry.define(name, ModalElement)
  return name
}

function freeName(registry: CustomElementRegistry): string {
  let name = ELEMENT_NAME
  for (let copy = 2; registry.get(name); copy += 1) name = `${ELEMENT_NAME}-${copy}`
  return name
}

const LIGHT_ID = 'ms-light-modal'

interface LightHost {
  element: HTMLElement
  /** Its style sheet, once it was on the page: most pages never need it. */
  sheets(): CSSStyleSheet[]
  /** Puts both on the page, if they are not there. */
  attach(): void
  remove(): void
}

/** A place in the page's own DOM for modals, for password managers that do not look into shadow roots. */
function createLightHost(document: Document): LightHost {
  const element = document.createElement('div')
  element.id = LIGHT_ID
  let sheet: CSSStyleSheet | undefined
  const others = (): CSSStyleSheet[] => document.adoptedStyleSheets.filter((one) => one !== sheet)
  return {
    element,
    sheets: () => (sheet ? [sheet] : []),
    attach() {
      if (element.isConnected) return
      sheet ??= createLightSheet(LIGHT_ID)
      document.adoptedStyleSheets = [...others(), sheet]
      document.body?.append(element)
    },
    remove() {
      document.adoptedStyleSheets = others()
      element.remove()
    },
  }
}

/** Screens that a member does not need. */
const forVisitors: ReadonlySet<string> = new Set(['LOGIN', 'SIGNUP', 'PASSWORDLESS_TOKEN'])

/**
 * Closes a login or signup that a visitor has opened once somebody logs in without it: in another tab, or by a script of
 * the page.
 * @returns stops watching
 */
function closeOnLogin(): () => void {
  let visitorsRequest: ModalRequest | null = null
  const closeUnlessDone = (request: ModalRequest): void => {
    if ($modalRequest.get() === request && !request.settled) hideModal()
  }
  const stops = [
    $modalRequest.subscribe((request) => {
      visitorsRequest = request && $member.get() === null && forVisitors.has(request.name) ? request : null
    }),
    $member.listen((member) => {
      const request = visitorsRequest
      // A login of the modal itself settles the request within this task.
      if (member && request) setTimeout(() => closeUnlessDone(request))
    }),
  ]
  return () => stops.forEach((stop) => stop())
}
