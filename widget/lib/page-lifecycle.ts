import { REQUEST_TIMEOUT_MS } from '../../contract/limits'

/** Resolves once the parser has added the whole page. */
export function domParsed(document: Document): Promise<void> {
  if (document.readyState !== 'loading') return Promise.resolve()
  return new Promise((resolve) => document.addEventListener('DOMContentLoaded', () => resolve(), { once: true }))
}

/** Some pages paint nothing, or late. */
const PAINT_WAIT_MS = 1_000

/**
 * Resolves after the first paint, within a second. On a page that is complete, after this task: it was painted, or nobody
 * sees its tab.
 */
export const painted = ({ document, PerformanceObserver }: Window & typeof globalThis): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, document.readyState === 'complete' ? 0 : PAINT_WAIT_MS)
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true })
  })

/** Whether scripts that wait for DOMContentLoaded have yet to run: a deferred script can't tell from `readyState`. */
export function isBeforeScripts({ document, performance }: Window): boolean {
  if (document.readyState !== 'interactive') return document.readyState === 'loading'
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming && navigation.domContentLoadedEventStart === 0
}

/**
 * Resolves once the page's own scripts have seen the original page: scripts in it, DOMContentLoaded listeners, and
 * tasks that these start. Always before the first paint, so that nothing painted moves.
 */
export function pageScriptsRan(window: Window): Promise<void> {
  if (!isBeforeScripts(window)) return Promise.resolve()
  // On window, after the listeners on document: their tasks run before ours.
  return new Promise((resolve) => {
    window.addEventListener('DOMContentLoaded', () => void setTimeout(resolve), { once: true })
    window.requestAnimationFrame(() => resolve())
  })
}

/**
 * Resolves if a page that is being left stays: it was restored by Back, or the navigation failed (a download, Stop).
 */
export const untilPageRestored = (window: Window): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      window.removeEventListener('pageshow', onShow)
      resolve()
    }
    // The first pageshow comes after the page's load, which a redirect need not wait for.
    const onShow = ({ persisted }: PageTransitionEvent): void => (persisted ? end() : undefined)
    window.addEventListener('pageshow', onShow)
    setTimeout(end, REQUEST_TIMEOUT_MS)
  })

/**
 * Calls back when the page's path changes without a page load, as on single-page sites. History keeps working, also
 * with other wrappers around it.
 * @returns undoes it
 */
export function watchPath(window: Window, onChange: () => void): () => void {
  const { history, location } = window
  let path = location.pathname
  let watching = true
  const check = (): void => {
    if (!watching || location.pathname === path) return
    path = location.pathname
    onChange()
  }
  const restores = (['pushState', 'replaceState'] as const).map((name) => callAfter(history, name, check))
  window.addEventListener('popstate', check)
  return () => {
    watching = false
    restores.forEach((restore) => restore())
    window.removeEventListener('popstate', check)
  }
}

function callAfter(history: History, name: 'pushState' | 'replaceState', after: () => void): () => void {
  const original = history[name]
  const wrapper: History[typeof name] = function wrapped(this: History, ...args) {
    original.apply(this, args)
    after()
  }
  history[name] = wrapper
  return () => {
    // Another script may have wrapped ours: restoring the original would also remove that wrapper.
    if (history[name] === wrapper) history[name] = original
  }
}
