import { READY_TIMEOUT_MS } from '../contract/limits'
import { createClient, type CreatedClient, type Enter } from './client/create-client'
import { exchangeTicket, redeemReturn, takeTicket, takeUrlLogin, type UrlLogin } from './client/login-from-url'
import { domParsed, painted, watchPath } from './lib/page-lifecycle'
import { startPageGate } from './gating/page-gate'
import { watchMemberstack1 } from './directives/memberstack-1/watch'
import { afterProviderReturn, askInvited, openLoginLink } from './directives/on-demand'
import { startDirectives } from './directives/start'
import { inspectTestMode } from './inspector/inspect-test-mode'
import { codeOf, reportProblem } from './lib/errors'
import { trackingRefused } from './lib/browser'
import { explainMissing } from './lib/missing-names'
import { findText } from './lib/texts'
import type { ModalHost, ModalHostOptions } from './modals/host'
import { createTranslations, pageLanguage, translateMessages, type Translations } from './modals/texts/translations'
import type { MembershipClient } from './public'
import type { ScriptTag } from './script-tag'
import { reportSetupProblem } from './setup-notice'
import { createDeviceMemory } from './storage/token'
import { createGatedPages } from './storage/gated-pages'
import { readInvite, rememberInvite, saveFlow, takeFlow } from './storage/pending'
import { startStorage } from './storage/session'
import { $app, $readiness, recoverReadiness, setReadiness, waitUntilReady } from './stores/app'
import { setInspector } from './stores/inspection'
import { currentToken, setMember } from './stores/identity'
import { $modalRequest, $modalWarm, $proofRequest, hideModal, hideProof } from './stores/modal'
import { setTextLookup } from './stores/texts'
import { createReadTranslation } from './transport/data-files'
import { liveChannels } from './transport/live-channel'

/** Builds the widget for one page, synchronously: the first paint already finds the gates closed. */
export function boot(window: Window & typeof globalThis, tag: ScriptTag): MembershipClient {
  const { document } = window
  const mayTrack = tag.analytics && !trackingRefused(window.navigator)
  const ends: (() => void)[] = []
  const onDestroy = (): void => ends.splice(0).forEach((end) => end())
  let ended = false
  ends.push(() => (ended = true))
  const login = takeUrlLogin(window, () => takeFlow(window))
  const invited = rememberInvite(window)
  const created = createClient({
    ...tag,
    window,
    mayTrack,
    inviteToken: () => readInvite(window),
    saveFlow: (flow) => saveFlow(window, flow),
    device: createDeviceMemory(window),
    fetch: window.fetch.bind(window),
    onDestroy,
  })
  const { client } = created
  const { pageClient, translations } = translatePage(created, window, tag.apiUrl, ends)
  const onUnknownMember = (): void => void client.getCurrentMember().catch(() => {})
  const config = window.memberstackConfig ?? {}
  const ticket = takeTicket(window, config.useMemberToken === true)
  const firstPaint = painted(window)
  const later = (work: () => void): void => void firstPaint.then(work)
  ends.push(startStorage({ window, apiUrl: tag.apiUrl, config, keepVisit: mayTrack, onUnknownMember, later }).stop)
  ends.push(offerClient(window, client))
  const isVisitor = currentToken() === undefined
  const page = { client: pageClient, window }
  const enter = loginOfPage(page, login, isVisitor ? ticket : undefined)
  // Until the login is done, no gate opens, not even for visitors.
  if (enter && isVisitor) setMember(undefined)
  const pages = createGatedPages(window, tag.appId, tag.gatedPages)
  const readApp = (): Promise<unknown> => client.getApp()
  const gate = tag.pageGate ? startPageGate({ window, pages, curtain: tag.curtain, readApp }) : null
  if (gate) ends.push(gate.stop)
  const publicKey = (): string | null => tag.publicKey ?? $app.get()?.publicKey ?? null
  const directives = startDirectives({ ...page, document, live: liveChannels({ ...tag, window, publicKey }) })
  ends.push(watchMemberstack1({ ...page, document, flush: directives.flush, isOldTag: tag.isMemberstack1 }))
  ends.push(() => directives.stop(), mountModalsWhenWanted({ client, document, apiUrl: tag.apiUrl, translations }))
  if (invited !== null) void askInvited(page, invited)
  if (tag.inspector) ends.push(inspectTestMode({ client, window, apiUrl: tag.apiUrl }))
  else setInspector(null)
  if (mayTrack) ends.push(watchPath(window, () => void client.trackPageView().catch(() => {})))
  const isOver = (): boolean => ended
  // What a visitor sees first depends on no response.
  const waits = isVisitor && !enter && !gate?.hides
  void awaitFirstAnswer(created, { window, tag, isOver, enter, until: waits ? firstPaint : undefined })
  void announceReady(window, isOver, directives.settled())
  return client
}

interface Page {
  /** The client with messages in the page's language. */
  client: MembershipClient
  window: Window & typeof globalThis
}

/** The login that the page brings: by its URL, else by a ticket. */
function loginOfPage(page: Page, login: UrlLogin | undefined, ticket: string | undefined): Enter | undefined {
  if (!login) return ticket === undefined ? undefined : (context, call) => exchangeTicket(context, call, ticket)
  return async (context, call) =>
    'link' in login
      ? openLoginLink(page, context, call, login.link)
      : void afterProviderReturn(page, login.flow, await redeemReturn(context, call, login))
}

/** @returns takes it back */
function offerClient(window: Window & typeof globalThis, client: MembershipClient): () => void {
  window.$memberstackDom = client
  window.$memberstackReady = false
  window.$msChannelEvents = new EventTarget()
  const stopExplaining = explainMissing(window, client)
  return () => {
    stopExplaining()
    delete window.$memberstackDom
    delete window.$msChannelEvents
    window.$memberstackReady = false
  }
}

interface TranslatedPage {
  /** The client with messages in the page's language. */
  pageClient: MembershipClient
  translations: Translations
}

/** Sets the texts of the page. The first one that is needed loads the language, for the next one. */
function translatePage(
  { client }: CreatedClient,
  window: Window & typeof globalThis,
  apiUrl: string,
  ends: (() => void)[],
): TranslatedPage {
  const translations = createTranslations(createReadTranslation(apiUrl, window.fetch.bind(window)))
  const find = (key: string): string | null => {
    const { file } = pageLanguage(window)
    translations.ask(file)
    const language = translations.$known.get()[file ?? '']
    return findText([window.memberstackTranslations, $app.get()?.texts, language], key)
  }
  setTextLookup(find)
  ends.push(() => setTextLookup(null))
  return { pageClient: translateMessages(client, find, window), translations }
}

interface FirstAnswerSettings {
  window: Window & typeof globalThis
  tag: ScriptTag
  isOver: () => boolean
  enter: Enter | undefined
  /** The first paint; undefined if the call must not wait for it. */
  until: Promise<void> | undefined
}

/** The page's first call. Readiness waits until it has succeeded, failed or timed out. */
async function awaitFirstAnswer(
  created: CreatedClient,
  { window, tag, isOver, enter, until }: FirstAnswerSettings,
): Promise<void> {
  if (until) await until
  if (isOver()) return
  const stopWaiting = (): void => ($readiness.get() === 'waiting' ? setReadiness('timed-out') : undefined)
  setTimeout(stopWaiting, READY_TIMEOUT_MS)
  try {
    await created.readFirstAnswer(enter)
    if ($readiness.get() === 'waiting') setReadiness('known')
    else recoverReadiness()
  } catch (error) {
    stopWaiting()
    reportFirstFailure(window, tag, error)
    readAppOnceItAnswers(created.client, isOver)
  }
}

function reportFirstFailure(window: Window & typeof globalThis, tag: ScriptTag, error: unknown): void {
  const { appId, apiUrl } = tag
  const code = codeOf(error)
  if (code === 'app-not-found') {
    const fix = 'Check data-memberstack-app.'
    reportSetupProblem(window, `The app "${appId}" does not exist at ${apiUrl}. ${fix}`)
  } else if (code === 'invalid-public-key') {
    const fix = 'Check data-memberstack-key.'
    reportSetupProblem(window, `The public key does not belong to the app "${appId}". ${fix}`)
  } else {
    const advice = 'Check the app ID and the page’s CSP (connect-src).'
    reportProblem('error', `The app "${appId}" could not be loaded from ${apiUrl}. ${advice}`, error)
  }
}

/** A later login proves that the server is back, so the app can be loaded. */
function readAppOnceItAnswers(client: MembershipClient, isOver: () => boolean): void {
  const stop = $readiness.listen(() => {
    stop()
    if (!$app.get() && !isOver()) void client.getApp().catch(() => {})
  })
}

/**
 * Announces readiness once app and member are known or late, and applied to the page. It uses `isOver` because pages
 * wrap the global object.
 */
async function announceReady(window: Window, isOver: () => boolean, settled: Promise<void>): Promise<void> {
  await Promise.all([waitUntilReady(), domParsed(window.document), settled])
  if (isOver()) return
  window.$memberstackReady = true
  window.document.dispatchEvent(new CustomEvent('memberstack.ready', { bubbles: true }))
}

/** React and the screens load with the first modal, not with the page. */
function mountModalsWhenWanted(options: ModalHostOptions): () => void {
  let wanted = false
  let ended = false
  let host: ModalHost | null = null
  const load = async (): Promise<void> => {
    if (wanted) return
    wanted = true
    try {
      const { mountModalHost } = await import('./modals/host')
      // The widget may have been destroyed in between.
      host = ended ? null : mountModalHost(options)
    } catch (error) {
      wanted = false
      reportProblem('error', 'The modals could not be loaded.', error)
      hideModal()
      hideProof()
    }
  }
  const stops = [$modalRequest, $proofRequest, $modalWarm].map((store) =>
    store.listen((value) => void (value && load())),
  )
  return () => {
    ended = true
    for (const stop of [...stops, hideModal, hideProof]) stop()
    host?.unmount()
  }
}
