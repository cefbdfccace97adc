/**
 * Takes what a member sees off the page for the moment in which htmx writes the page, without its comments, into the
 * browser's storage.
 * @param signal ends it
 */
export function keepOutOfHistory(document: Document, signal: AbortSignal, hide: () => void, show: () => void): void {
  const leave = (): void => {
    hide()
    queueMicrotask(() => {
      if (!signal.aborted) show()
    })
  }
  document.addEventListener('htmx:beforeHistorySave', leave, { signal })
}
