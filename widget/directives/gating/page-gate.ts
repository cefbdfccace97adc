import type { ContentGroup } from '../../../contract/entities'
import { watchPath } from '../../lib/page-lifecycle'
import { tryOrUndefined } from '../../lib/errors'
import { areGroups, type GatedPages } from '../../storage/gated-pages'
import { $app, $readiness } from '../../stores/app'
import { $member } from '../../stores/identity'
import { createCurtain } from './page-gate-curtain'
import { createDeparture } from './page-gate-departure'
import { createPatience } from './page-gate-patience'
import { keepAsking } from './page-gate-retry'
import { pageVerdict, type PageVerdict } from './page-gate-verdict'

export interface PageGateSettings {
  window: Window & typeof globalThis
  /** What earlier visits have learnt. */
  pages: GatedPages
  /** Whether a page is hidden while nobody has told yet which addresses are gated. */
  curtain: boolean
  /** Asks the server for the app once more. */
  readApp: () => Promise<unknown>
}

/**
 * Gating by the page's address: sends away whoever may not see it, at the start, after a change of the member or of the
 * path, and on return from the back-forward cache. Until that is decided the page is hidden, but no longer than 1.5 s.
 * @returns the end of it; a page that is denied stays hidden
 */
export function startPageGate({ window, pages, curtain: mayHideAll, readApp }: PageGateSettings): () => void {
  const before = pages.read()
  const hidesUnknown = before === null && mayHideAll && isUnseen(window)
  const curtain = createCurtain(window.document, window)
  const departure = createDeparture(window)
  const patience = createPatience(despair)
  let verdict: PageVerdict = 'open'
  let isWatching = false
  /** What a visitor may see no group gates: whoever looks at it next changes nothing. */
  let isForAll = false

  function check(): void {
    const groups = toldGroups()
    const member = $member.get()
    const state = { path: window.location.pathname, groups, before, member, readiness: $readiness.get() }
    // A member that makes no sense decides nothing.
    verdict = tryOrUndefined(() => pageVerdict(state)) ?? 'undecided'
    isForAll = verdict === 'open' && member === null
    // Most sites gate no address: nothing is watched there.
    if (!isWatching && (groups ?? before)?.some(({ urls }) => urls.length > 0)) {
      isWatching = true
      stops.push(watchAddress(window, check, returnHere))
    }
    if (verdict === 'unknown' && !hidesUnknown) return
    if (verdict === 'open' || typeof verdict === 'object') patience.end()
    else patience.wait()
    if (verdict === 'open' || (patience.isOver() && verdict !== 'closed-before')) return show()
    curtain.close()
    if (typeof verdict === 'object') departure.begin(verdict, groups ?? [], member ?? null)
  }

  function show(): void {
    departure.forget()
    curtain.open()
  }

  function returnHere(): void {
    departure.forget()
    check()
  }

  function despair(): void {
    if (verdict === 'unknown') pages.cacheNoGroups()
    if (verdict === 'closed-before') stops.push(keepAsking(readApp, () => verdict === 'closed-before'))
    check()
  }

  const learn = (): void => {
    const groups = toldGroups()
    if (groups) pages.keep(groups)
    check()
  }
  const checkAgain = (): void => (isForAll ? undefined : check())
  const stops = [$app.listen(learn), $member.listen(checkAgain), $readiness.listen(checkAgain), () => patience.end()]
  check()
  return () => {
    for (const stop of stops) stop()
    if (typeof verdict !== 'object') show()
    verdict = 'open'
  }
}

/** What the server told; null where it told none, or an answer that makes no sense: that hides no page for good. */
function toldGroups(): readonly ContentGroup[] | null {
  const groups = $app.get()?.contentGroups
  return areGroups(groups) ? groups : null
}

/**
 * Whether nobody has seen anything of the page yet: the script runs in head, or the page's own CSS hides the body until
 * the gates are in place (docs/install.md). What has been painted would only flicker.
 */
const isUnseen = (window: Window): boolean =>
  !window.document.body || window.getComputedStyle(window.document.body).visibility === 'hidden'

/** @returns the end of it */
function watchAddress(window: Window, onPath: () => void, onReturn: () => void): () => void {
  const onPageShow = ({ persisted }: PageTransitionEvent): void => (persisted ? onReturn() : undefined)
  const stopPath = watchPath(window, onPath)
  window.addEventListener('pageshow', onPageShow)
  return () => {
    stopPath()
    window.removeEventListener('pageshow', onPageShow)
  }
}
