import { atom } from 'nanostores'

/** How many things are on their way that a page's own loader should show; the page itself counts as one. */
export const $loading = atom(0)

/**
 * Something is on its way.
 * @returns ends it; calling it again changes nothing
 */
export function startLoading(): () => void {
  let running = true
  $loading.set($loading.get() + 1)
  return () => {
    if (running) $loading.set($loading.get() - 1)
    running = false
  }
}
