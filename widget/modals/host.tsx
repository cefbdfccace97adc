import r2wc from '@r2wc/react-to-web-component'
import type { ComponentProps, ComponentType } from 'react'
import { adoptSheet, discardSheet } from '../lib/dom'
import { domParsed } from '../lib/page-lifecycle'
import { COOKIE_FALLBACK_LIFETIME_DAYS } from '../../contract/limits'
import type { MemberAuth, MembershipClient } from '../public'
import { forgetCodeStep } from '../storage/pending'
import { $app } from '../stores/app'
import { $identity, $member } from '../stores/identity'
import { $modalRequest, $modalSlotHost, $proofRequest, hideModal, hideProof, type ModalRequest } from '../stores/modal'
import { createReadTranslation } from '../transport/data-files'
import { MembershipError } from '../transport/membership-error'
import { Modal, usePrepared, wantsLightDom } from './modal'
import { isScreenRequest, type ScreenRequest } from './screens'
import { findText } from '../lib/texts'
import { textLayers } from './texts/texts'
import { createTranslations, pageLanguage, translateMessages, type Translations } from './texts/translations'
import { clearDrafts } from './ui/drafts'
import { createFrame, type Frame } from './frame'
import { createResolveColor } from './theme/colors'
import { applyTheme, createLightSheet, createSheet } from './theme/theme'

export interface ModalHostOptions {
  client: MembershipClient
  document: Document
  /** Origin or base URL of the API, for languages and the demo video. Without it, modals are in English. */
  apiUrl?: string
  /** Shared with the page. Default: its own. */
  translations?: Translations
}

export interface ModalHost {
  /** Removes the modals from the page. An open one resolves as closed. */
  unmount(): void
}

/** Adds the modals' element at the end of the body. From then on it shows the modal of `$modalRequest`. */
export function mountModalHost({ client, document, apiUrl, translations: given }: ModalHostOptions): ModalHost {
  const window = document.defaultView ?? globalThis.window
  const translations = given ?? ownTranslations(apiUrl, window)
  const sheet = createSheet()
  const light = createLightHost(document)
  const translated = translatedClient(client, window, translations)
  const props = { client: translated, window, translations, apiUrl, lightElement: light.element }
  const { frame, proofFrame } = createFrames(document, window, sheet, props)
  const resolve = createResolveColor(frame.content.shadowRoot ?? frame.content)
  const attachAndTheme = (): void => {
    frame.attach()
    for (const one of [sheet, ...light.sheets()]) applyTheme(one, window, $app.get()?.branding ?? null, resolve)
  }
  const show = (request: ModalRequest | null): void => {
    // Start before the first request, so that the texts load in advance.
    translations.ask(pageLanguage(window).file)
    if (!request) return
    if (!isScreenRequest(request)) return refuse(request)
    // Pages that replace their whole body also remove the element, and may change their color scheme: check at every
    // request.
    const isLight = prepare(request, frame)
    $modalSlotHost.set(isLight ? null : frame.content)
  }
  /** @returns whether the modal is rendered in the light DOM */
  const prepare = (request: ScreenRequest, around: Frame): boolean => {
    const isLight = wantsLightDom(request, window)
    if (isLight) light.attach()
    attachAndTheme()
    around.prepare()
    return isLight
  }
  if (!$modalRequest.get()) attachAndTheme()
  const showProof = (request: ModalRequest | null): void => {
    if (request && isScreenRequest(request)) prepare(request, proofFrame)
  }
  const stops = [
    $app.listen(attachAndTheme),
    $modalRequest.subscribe(show),
    $proofRequest.subscribe(showProof),
    closeOnLogin(window),
  ]
  let mounted = true
  // The install tag is in the head: there may be no body yet.
  void domParsed(document).then(() => mounted && frame.attach())
  return {
    unmount() {
      mounted = false
      $modalSlotHost.set(null)
      stops.forEach((stop) => stop())
      frame.remove()
      proofFrame.remove()
      light.remove()
    },
  }
}

const ownTranslations = (apiUrl: string | undefined, window: Window): Translations =>
  createTranslations(apiUrl ? createReadTranslation(apiUrl, window.fetch.bind(window)) : async () => null)

/** The modals' elements: the second is for a question over a modal, and a dialog of its own. */
function createFrames(
  document: Document,
  window: Window & typeof globalThis,
  sheet: CSSStyleSheet,
  props: Omit<ComponentProps<typeof Modal>, 'frame' | '$request' | 'hide' | 'prepared'>,
): { frame: Frame; proofFrame: Frame } {
  // A page that copies its body, as for the Back button, also copies our element. The copy must render nothing.
  const Own = ({ container }: { container: ShadowRoot }) => {
    const prepared = usePrepared(window)
    if (container === frame.content.shadowRoot)
      return <Modal {...props} frame={frame.dialog} $request={$modalRequest} hide={hideModal} prepared={prepared} />
    if (container === proofFrame.content.shadowRoot)
      return <Modal {...props} frame={proofFrame.dialog} $request={$proofRequest} hide={hideProof} />
    return null
  }
  const name = defineModalElement(Own, sheet, window.customElements)
  const [frame, proofFrame] = [createFrame(document, name), createFrame(document, name)]
  return { frame, proofFrame }
}

function refuse(request: ModalRequest): void {
  const fix =
    request.name === 'CHECKOUT'
      ? 'Call purchasePlansWithCheckout({ priceId }).'
      : 'Use LOGIN, SIGNUP, FORGOT_PASSWORD, RESET_PASSWORD or PROFILE.'
  const message = `Unknown modal "${request.writtenName}". ${fix}`
  request.fail(new MembershipError('invalid-field-value', message, 400, {}))
  hideModal()
}

/** The client with messages in the language of the open modal. */
function translatedClient(client: MembershipClient, window: Window, { $known }: Translations): MembershipClient {
  const find = (key: string): string | null => {
    const language = $known.get()[pageLanguage(window).file ?? '']
    return findText(textLayers($modalRequest.get()?.params, window, $app.get(), language), key)
  }
  return translateMessages(client, find, window)
}

const ELEMENT_NAME = 'ms-modal-host'

/**
 * Defines the custom element that renders a component in an open shadow root. The component's only prop is that root:
 * r2wc reflects others into attributes, where the page could read a member's data. State comes from the stores.
 * @returns the element's name; a different one if an earlier, removed copy of the widget has taken the usual one
 */
function defineModalElement(
  component: ComponentType<{ container: ShadowRoot }>,
  sheet: CSSStyleSheet,
  registry: CustomElementRegistry,
): string {
  class ModalElement extends r2wc(component, { shadow: 'open' }) {
    constructor() {
      super()
      // Before the first paint, and without a <style> that a page's CSP could block.
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
  /** Its style sheet, once it was used: most pages never need it. */
  sheets(): CSSStyleSheet[]
  /** Adds both to the page, if needed. */
  attach(): void
  remove(): void
}

/** A place in the light DOM for modals, for password managers that don't look into shadow roots. */
function createLightHost(document: Document): LightHost {
  const element = document.createElement('div')
  element.id = LIGHT_ID
  let sheet: CSSStyleSheet | undefined
  return {
    element,
    sheets: () => (sheet ? [sheet] : []),
    attach() {
      sheet ??= createLightSheet(LIGHT_ID)
      adoptSheet(document, sheet)
      if (!element.isConnected) document.body?.append(element)
    },
    remove() {
      discardSheet(document, sheet)
      element.remove()
    },
  }
}

/** The current session as the result of a login; null without one. */
function currentAuth(): MemberAuth | null {
  const { session } = $identity.get()
  const member = $member.get()
  if (!session || !member) return null
  // Another tab stores no end of its session. The cookie then assumes the same.
  const expires = session.expires ?? Date.now() + COOKIE_FALLBACK_LIFETIME_DAYS * 86_400_000
  // Without a redirect: this tab stays where its person left it.
  return { tokens: { accessToken: session.accessToken, expires, type: 'bearer' }, member, redirect: null }
}

/** Screens that a member doesn't need. */
const forVisitors: ReadonlySet<string> = new Set(['LOGIN', 'SIGNUP', 'PASSWORDLESS_TOKEN'])

/**
 * Ends a login or sign-up modal after a login elsewhere, in another tab or by a script of the page: it resolves with
 * that login.
 * @returns stops watching
 */
function closeOnLogin(window: Window): () => void {
  let visitorsRequest: ModalRequest | null = null
  const closeUnlessDone = (request: ModalRequest): void => {
    if ($modalRequest.get() !== request || request.settled) return
    const auth = currentAuth()
    if (auth) request.settle({ type: 'LOGIN', data: auth })
    hideModal()
  }
  const stops = [
    $modalRequest.subscribe((request) => {
      visitorsRequest = request && $member.get() === null && forVisitors.has(request.name) ? request : null
    }),
    $member.listen((member) => {
      if (member) {
        clearDrafts()
        forgetCodeStep(window)
      }
      const request = visitorsRequest
      // A login by the modal itself settles the request within this task.
      if (member && request) setTimeout(() => closeUnlessDone(request))
    }),
  ]
  return () => stops.forEach((stop) => stop())
}
