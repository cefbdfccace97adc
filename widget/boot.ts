import { READY_TIMEOUT_MS } from '../contract/limits'
import { createClient, type CreatedClient, type Enter } from './client/create-client'
import { exchangeTicket, redeemReturn, takeProviderReturn, takeTicket } from './client/login-from-url'
import { domParsed, watchPath } from './lib/page-lifecycle'
import { startPageGate } from './gating/page-gate'
import { afterProviderReturn, askInvited } from './directives/on-demand'
import { startDirectives } from './directives/start'
import { inspectTestMode } from './inspector/inspect-test-mode'
import { reportProblem } from './lib/errors'
import { trackingRefused } from './lib/browser'
import type { ModalHost } from './modals/host'
import type { MembershipClient } from './public'
import type { ScriptTag } from './script-tag'
import { createDeviceMemory } from './storage/token'
import { createGatedPages } from './storage/gated-pages'
import { readInvite, rememberInvite, saveFlow, takeFlow } from './storage/pending'
import { startStorage } from './storage/session'
import { $app, $readiness, recoverReadiness, setReadiness, waitUntilReady } from './stores/app'
import { setInspector } from './stores/inspection'
import { currentToken, setMember } from './stores/identity'
import { $modalRequest, $modalWarm, hideModal } from './stores/modal'
import { liveChannels } from './transport/live-channel'

/** Puts the widget together on one page. Nothing here waits: the first paint already finds the gates closed. */
export function boot(window: Window & typeof globalThis, tag: ScriptTag): MembershipClient {
  const { document } = window
  const mayTrack = tag.analytics && !trackingRefused(window.navigator)
  const ends: (() => void)[] = []
  const onDestroy = (): void => ends.splice(0).forEach((end) => end())
  let ended = false
  ends.push(() => (ended = true))
  const inviteToken = (): string | null => readInvite(window)
  const back = takeProviderReturn(window, () => takeFlow(window))
  const invited = rememberInvite(window)
  const created = createClient({
    ...tag,
    window,
    mayTrack,
    inviteToken,
    saveFlow: (flow) => saveFlow(window, flow),
    device: createDeviceMemory(window),
    fetch: window.fetch.bind(window),
    onDestroy,
  })
  const { client } = created
  const onUnknownMember = (): void => void client.getCurrentMember().catch(() => {})
  const config = window.memberstackConfig ?? {}
  const ticket = config.useMemberToken === true ? takeTicket(window) : undefined
  const later = (work: () => void): void => void setTimeout(work)
  ends.push(startStorage({ window, apiUrl: tag.apiUrl, config, keepVisit: mayTrack, onUnknownMember, later }).stop)
  window.$memberstackDom = client
  window.$memberstackReady = false
  window.$msChannelEvents = new EventTarget()
  ends.push(() => {
    delete window.$memberstackDom
    delete window.$msChannelEvents
    window.$memberstackReady = false
  })
  const isVisitor = currentToken() === undefined
  const enter: Enter | undefined = back
    ? async (context, call) =>
        void afterProviderReturn({ client, window }, back.flow, await redeemReturn(context, call, back))
    : ticket !== undefined && isVisitor
      ? (context, call) => exchangeTicket(context, call, ticket)
      : undefined
  // Who it lets in is not known yet: until then no gate opens, the visitors' neither.
  if (enter && isVisitor) setMember(undefined)
  if (tag.pageGate) {
    const pages = createGatedPages(window, tag.appId)
    ends.push(startPageGate({ window, pages, curtain: tag.curtain, readApp: () => client.getApp() }))
  }
  const publicKey = (): string | null => tag.publicKey ?? $app.get()?.publicKey ?? null
  const live = liveChannels({ ...tag, window, publicKey })
  const directives = startDirectives({ client, document, window, live })
  ends.push(() => directives.stop(), mountModalsWhenWanted(client, document, tag.apiUrl))
  if (invited !== null) void askInvited({ client, window }, invited)
  if (tag.inspector) ends.push(inspectTestMode({ client, window, apiUrl: tag.apiUrl }))
  else setInspector(null)
  if (mayTrack) ends.push(watchPath(window, () => void client.trackPageView().catch(() => {})))
  const isOver = (): boolean => ended
  void awaitFirstAnswer(created, tag, isOver, enter)
  void announceReady(window, isOver, directives.settled())
  return client
}

/** The page's first call. Once it is answered, or late, or has failed, nobody is kept waiting any longer. */
async function awaitFirstAnswer(
  created: CreatedClient,
  tag: ScriptTag,
  isOver: () => boolean,
  enter: Enter | undefined,
): Promise<void> {
  const stopWaiting = (): void => ($readiness.get() === 'waiting' ? setReadiness('timed-out') : undefined)
  setTimeout(stopWaiting, READY_TIMEOUT_MS)
  try {
    await created.readFirstAnswer(enter)
    if ($readiness.get() === 'waiting') setReadiness('known')
    else recoverReadiness()
  } catch (error) {
    stopWaiting()
    const advice =
      'Check the app id, that this address can be reached, and that the page’s CSP allows it (connect-src).'
    reportProblem('error', `The app "${tag.appId}" could not be loaded from ${tag.apiUrl}. ${advice}`, error)
    readAppOnceItAnswers(created.client, isOver)
  }
}

/** A login that succeeds after all shows that the server is back: what the app decides can be made good. */
function readAppOnceItAnswers(client: MembershipClient, isOver: () => boolean): void {
  const stop = $readiness.listen(() => {
    stop()
    if (!$app.get() && !isOver()) void client.getApp().catch(() => {})
  })
}

/**
 * Once app and member are known, or late, and what they decide is on the page. The global object is not asked whether
 * this still counts: pages put wrappers in its place.
 */
async function announceReady(window: Window, isOver: () => boolean, settled: Promise<void>): Promise<void> {
  await Promise.all([waitUntilReady(), domParsed(window.document), settled])
  if (isOver()) return
  window.$memberstackReady = true
  window.document.dispatchEvent(new CustomEvent('memberstack.ready', { bubbles: true }))
}

/** React and the screens are evaluated at the first wish for them, not at page load. */
function mountModalsWhenWanted(client: MembershipClient, document: Document, apiUrl: string): () => void {
  let wanted = false
  let ended = false
  let host: ModalHost | null = null
  const load = async (): Promise<void> => {
    if (wanted) return
    wanted = true
    try {
      const { mountModalHost } = await import('./modals/host')
      // The widget may have been destroyed meanwhile.
      host = ended ? null : mountModalHost({ client, document, apiUrl })
    } catch (error) {
      wanted = false
      reportProblem('error', 'The modals could not be started.', error)
      hideModal()
    }
  }
  const stops = [$modalRequest, $modalWarm].map((store) => store.listen((value) => void (value && load())))
  return () => {
    ended = true
    for (const stop of [...stops, hideModal]) stop()
    host?.unmount()
  }
}
