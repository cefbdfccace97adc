import { REQUEST_TIMEOUT_MS } from '../../contract/limits'

/**
 * Resolves if a page that is being left is there after all: somebody came back to it, or nothing came of the
 * navigation (a download, a press of Stop).
 */
export const untilReturn = (window: Window): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      window.removeEventListener('pageshow', onShow)
      resolve()
    }
    // The first showing of a page comes after its load, which a redirect need not wait for.
    const onShow = ({ persisted }: PageTransitionEvent): void => (persisted ? end() : undefined)
    window.addEventListener('pageshow', onShow)
    setTimeout(end, REQUEST_TIMEOUT_MS)
  })
