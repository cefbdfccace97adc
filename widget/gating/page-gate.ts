import type { ContentGroup, Member } from '../../contract/entities'
import { type GatedGroup, gatesPath } from '../../contract/gated-paths'
import { GATED_URL_HIDDEN_MAX_MS } from '../../contract/limits'
import { attributes, withAttribute } from '../attributes'
import { reportProblem, tryOrUndefined } from '../lib/errors'
import { areGroups, type GateTest, leadsRound } from '../lib/gated-paths'
import { untilPageRestored, watchPath } from '../lib/page-lifecycle'
import { sameSiteUrl } from '../redirects'
import type { GatedPages } from '../storage/gated-pages'
import { $app, $readiness, type Readiness } from '../stores/app'
import { startLoading } from '../stores/feedback'
import { $member } from '../stores/identity'
import { emitInspection } from '../stores/inspection'
import { createPageStyleSheet, type PageStyleSheet } from './style-sheet'
import { hasGroupAccess, OUTWEIGHING } from './visible-content'

export interface PageGateSettings {
  window: Window & typeof globalThis
  /** The gated paths known from the script and from earlier visits. */
  pages: GatedPages
  /** Whether to hide a page that may be gated while the groups are unknown (`data-ms-curtain`). */
  curtain: boolean
  /** Requests the app again. */
  readApp: () => Promise<unknown>
}

export interface PageGate {
  /** Whether the page is hidden at the start. */
  hides: boolean
  /** A denied page stays hidden. */
  stop: () => void
}

/**
 * Gates the page by its path: redirects people without access at the start, after a change of member or path, and on
 * return from the back/forward cache. Until then it hides the page, for at most 1.5 s.
 */
export function startPageGate({ window, pages, curtain: mayHideAll, readApp }: PageGateSettings): PageGate {
  const before = pages.read()
  const hidesUnknown = before === null && mayHideAll && isUnseen(window)
  const cloak = createPageCloak(window.document, window)
  const redirect = createGateRedirect(window)
  const timeout = createHideTimeout(onTimeout)
  let verdict: PageVerdict = 'open'
  let isWatching = false

  function check(): void {
    const groups = currentGroups()
    verdict = currentVerdict(window.location.pathname, before, pages.mayGate)
    // Most sites gate no path, so there is nothing to watch.
    if (!isWatching && (groups ?? before)?.some(({ urls }) => urls.length > 0) !== false) {
      isWatching = true
      stops.push(watchAddress(window, check, () => redirect.forget()))
    }
    if (verdict === 'unknown' && !hidesUnknown) return
    if (verdict === 'open' || typeof verdict === 'object') timeout.end()
    else timeout.start()
    if (verdict === 'open' || (timeout.isOver() && verdict !== 'closed-before')) return show()
    cloak.hide()
    if (typeof verdict === 'object') redirect.begin(verdict, groups ?? [], $member.get() ?? null)
  }

  function show(): void {
    redirect.forget()
    cloak.show()
  }

  function onTimeout(): void {
    if (verdict === 'unknown') pages.cacheNoGroups()
    if (verdict === 'closed-before') stops.push(retryWhile(readApp, () => verdict === 'closed-before'))
    check()
  }

  const onApp = (): void => {
    storeGroups(pages)
    check()
  }
  const stops = [$app.listen(onApp), $member.listen(check), $readiness.listen(check), () => timeout.end()]
  check()
  const stop = (): void => {
    for (const end of stops) end()
    if (typeof verdict !== 'object') show()
    verdict = 'open'
  }
  return { hides: cloak.hides(), stop }
}

/** Null before the server has responded, and for a malformed response, which must not hide a page permanently. */
function currentGroups(): readonly ContentGroup[] | null {
  const groups = $app.get()?.contentGroups
  return areGroups(groups) ? groups : null
}

function storeGroups(pages: GatedPages): void {
  const groups = currentGroups()
  if (groups) pages.keep(groups)
}

/** A malformed member decides nothing. */
function currentVerdict(path: string, before: readonly GatedGroup[] | null, mayGate: GateTest): PageVerdict {
  const groups = currentGroups()
  const mayBeGated = mayGate(path)
  const state = { path, groups, before, mayBeGated, member: $member.get(), readiness: $readiness.get() }
  return tryOrUndefined(() => pageVerdict(state)) ?? 'undecided'
}

/**
 * Whether nothing has been painted yet: the script runs in the head, or the page's own CSS hides the body until the
 * gates are ready (docs/install.md). Hiding a painted page would only make it flicker.
 */
const isUnseen = (window: Window): boolean =>
  !window.document.body || window.getComputedStyle(window.document.body).visibility === 'hidden'

/** @param onReturn called before a check on return from the back/forward cache @returns stops it */
function watchAddress(window: Window, check: () => void, onReturn: () => void): () => void {
  const onPageShow = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return
    onReturn()
    check()
  }
  const stopPath = watchPath(window, check)
  window.addEventListener('pageshow', onPageShow)
  return () => {
    stopPath()
    window.removeEventListener('pageshow', onPageShow)
  }
}

export interface PageState {
  /** `location.pathname`. */
  path: string
  /** The app's content groups; null until the server has sent them. */
  groups: readonly ContentGroup[] | null
  /** Groups of an earlier visit; null without any. */
  before: readonly GatedGroup[] | null
  /** Without groups: whether a gate is to be expected. */
  mayBeGated: boolean
  /** Undefined while a stored session has not been confirmed. */
  member: Member | null | undefined
  readiness: Readiness
}

/**
 * `open`: shown. `unknown`: the page may be gated, but the groups are not known yet. `undecided`: gated, but access is not known yet.
 * `closed-before`: gated at the last visit, for a visitor. Otherwise the group that denies the page.
 */
type PageVerdict = 'open' | 'unknown' | 'undecided' | 'closed-before' | ContentGroup

/** The first group that gates the path and that the person can't access denies the page. */
export function pageVerdict({ path, groups, before, mayBeGated, member, readiness }: PageState): PageVerdict {
  const known = groups ?? before
  if (!known) return mayBeGated ? 'unknown' : 'open'
  if (!known.some((group) => gatesPath(group, path))) return 'open'
  if (member === undefined || (member && readiness !== 'known')) return 'undecided'
  // Groups of an earlier visit may be outdated: they hide, but redirect no one.
  if (!groups) return member ? 'undecided' : 'closed-before'
  return closingGroup(groups, member, path) ?? 'open'
}

/** Whether the groups' redirects form a loop for this person. */
export const leadsInCircles = (groups: readonly ContentGroup[], member: Member | null, path: string): boolean =>
  leadsRound((page) => closingGroup(groups, member, page)?.redirect, path)

const closingGroup = (groups: readonly ContentGroup[], member: Member | null, path: string): ContentGroup | undefined =>
  groups.find((group) => gatesPath(group, path) && !hasGroupAccess(group, member))

const LOADER = withAttribute(attributes.loader)

/**
 * `visibility` keeps the layout, and also hides the page from screen readers and printers. A shown loader stays
 * visible.
 */
const CLOAKED =
  `body${OUTWEIGHING},body *${OUTWEIGHING}:not(${LOADER},${LOADER} *){visibility:hidden !important;transition:none !important}` +
  `${LOADER}${OUTWEIGHING}{visibility:visible !important}`

/** Hides the whole page with a separate style sheet, created lazily. */
function createPageCloak(document: Document, window: Window & typeof globalThis) {
  let sheet: PageStyleSheet | undefined
  return {
    /** Since the start: it is not asked later. */
    hides: (): boolean => sheet !== undefined,
    hide: (): void => (sheet ??= createPageStyleSheet(document, window)).set(CLOAKED),
    show: (): void => sheet?.set(''),
  }
}

/**
 * Replaces a denied page by its group's redirect page, so that Back does not return to it. Without a valid target, the
 * page stays hidden and the console says why.
 */
function createGateRedirect(window: Window) {
  const { location } = window
  /** The current redirect; this page's own URL if there is no valid target. */
  let target = ''
  let endLoading = (): void => {}
  const leave = (url: string): void => {
    endLoading()
    endLoading = startLoading()
    void untilPageRestored(window).then(endLoading)
    location.replace(url)
  }
  return {
    /** Repeating the same redirect has no effect. */
    begin({ key, redirect }: ContentGroup, groups: readonly ContentGroup[], member: Member | null): void {
      const url = sameSiteUrl(window, redirect)
      const isCircle = leadsInCircles(groups, member, location.pathname)
      const stays = !url || isCircle
      const next = stays ? location.href : url.href
      if (next === target) return
      target = next
      if (!stays) {
        emitInspection({ kind: 'redirect', to: next, group: key })
        return leave(next)
      }
      const why = isCircle ? 'the group redirects form a loop' : `"${redirect}" leads to another site`
      reportProblem('error', `The content group "${key}" denies this page, but ${why}: the page stays hidden.`)
    },
    /** The person has access, or has returned. */
    forget(): void {
      target = ''
      endLoading()
    },
  }
}

/** Limits how long a page is hidden without a decision. @param onTimeout called once when the time is over */
function createHideTimeout(onTimeout: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let over = false
  const run = (): void => {
    over = true
    onTimeout()
  }
  return {
    isOver: (): boolean => over,
    /** No effect while it is running. */
    start: (): void => void (timer ??= setTimeout(run, GATED_URL_HIDDEN_MAX_MS)),
    end(): void {
      clearTimeout(timer)
      timer = undefined
      over = false
    },
  }
}

const RETRY_MS = 5_000

/**
 * A hidden page must recover on its own, so the request is repeated.
 * @param isWanted checked before each request
 * @returns stops it
 */
function retryWhile(request: () => Promise<unknown>, isWanted: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout>
  const again = (): void => {
    timer = setTimeout(() => {
      if (isWanted()) void request().then(again, again)
    }, RETRY_MS)
  }
  again()
  return () => clearTimeout(timer)
}
