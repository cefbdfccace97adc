import { READY_TIMEOUT_MS } from '../contract/limits'
import { createClient, type CreatedClient } from './client/create-client'
import { watchPath } from './client/page-views'
import { startDirectives } from './directives/start'
import { domParsed } from './lib/dom-parsed'
import { reportProblem } from './lib/report-problem'
import { trackingRefused } from './lib/tracking-refused'
import type { MembershipClient } from './public'
import type { ScriptTag } from './script-tag'
import { startStorage } from './storage/start'
import { $modalRequest, $modalWarm, hideModal } from './stores/modal'
import { $readiness, recoverReadiness, setReadiness, waitUntilReady } from './stores/readiness'

/** Puts the widget together on one page. Nothing here waits: the first paint already finds the gates closed. */
export function boot(window: Window & typeof globalThis, tag: ScriptTag): MembershipClient {
  const { document } = window
  const ends: (() => void)[] = []
  const mayTrack = tag.analytics && !trackingRefused(window.navigator)
  const created = createClient({
    ...tag,
    window,
    mayTrack,
    fetch: window.fetch.bind(window),
    onDestroy: () => ends.splice(0).forEach((end) => end()),
  })
  const { client } = created
  const onUnknownMember = (): void => void client.getCurrentMember().catch(() => {})
  const config = window.memberstackConfig ?? {}
  ends.push(startStorage({ window, apiUrl: tag.apiUrl, config, keepVisit: mayTrack, onUnknownMember }).stop)
  const directives = startDirectives({ client, document, window })
  ends.push(() => directives.stop(), mountModalsWhenWanted(client, document))
  if (mayTrack) ends.push(watchPath(window, () => void client.trackPageView().catch(() => {})))
  window.$memberstackDom = client
  window.$memberstackReady = false
  ends.push(() => {
    delete window.$memberstackDom
    window.$memberstackReady = false
  })
  awaitFirstAnswer(created, tag)
  void Promise.all([waitUntilReady(), domParsed(document), directives.settled()]).then(() => {
    if (window.$memberstackDom !== client) return
    window.$memberstackReady = true
    document.dispatchEvent(new CustomEvent('memberstack.ready', { bubbles: true }))
  })
  return client
}

function awaitFirstAnswer({ readFirstAnswer }: CreatedClient, tag: ScriptTag): void {
  const giveUp = (): void => {
    if ($readiness.get() === 'waiting') setReadiness('timed-out')
  }
  setTimeout(giveUp, READY_TIMEOUT_MS)
  readFirstAnswer().then(
    () => ($readiness.get() === 'waiting' ? setReadiness('known') : recoverReadiness()),
    (error: unknown) => {
      giveUp()
      const advice =
        'Check the app id, that this address may be reached, and that the page’s CSP allows it (connect-src).'
      reportProblem('error', `The app "${tag.appId}" could not be loaded from ${tag.apiUrl}. ${advice}`, error)
    },
  )
}

/** React and the screens are evaluated at the first wish for them, not at page load. */
function mountModalsWhenWanted(client: MembershipClient, document: Document): () => void {
  let host: Promise<void> | undefined
  const load = (): void => {
    host ??= import('./modals/host').then(
      ({ mountModalHost }) => void mountModalHost({ client, document }),
      (error: unknown) => {
        reportProblem('error', 'The modals could not be started.', error)
        hideModal()
      },
    )
  }
  const stops = [$modalRequest.listen((request) => request && load()), $modalWarm.listen((warm) => warm && load())]
  return () => {
    stops.forEach((stop) => stop())
    hideModal()
  }
}
