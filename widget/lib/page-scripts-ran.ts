/** Whether scripts that wait for DOMContentLoaded have still to run: a deferred script cannot tell by `readyState`. */
export function isBeforeScripts({ document, performance }: Window): boolean {
  if (document.readyState !== 'interactive') return document.readyState === 'loading'
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming && navigation.domContentLoadedEventStart === 0
}

/**
 * Resolves once the page's own scripts have found the page as its author wrote it: those in it, those that wait for
 * DOMContentLoaded, and those that a library puts off by a turn more. But always before the first paint, so that
 * nothing that was painted has to move. At once where that is over.
 */
export function pageScriptsRan(window: Window): Promise<void> {
  if (!isBeforeScripts(window)) return Promise.resolve()
  // On window: after whoever listens on the document, so that the turn that they ask for comes before ours.
  return new Promise((resolve) => {
    window.addEventListener('DOMContentLoaded', () => void setTimeout(resolve), { once: true })
    window.requestAnimationFrame(() => resolve())
  })
}
