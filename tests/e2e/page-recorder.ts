import type { Page } from '@playwright/test'

/**
 * Records which pages were visible, by path in order without repeats, across navigations. Call it before the first
 * page. Each page has `window.shownAtMs`, the time it became visible.
 */
export async function recordPages(page: Page): Promise<string[]> {
  const seen: string[] = []
  await page.exposeFunction('sawPage', (path: string) => {
    if (seen.at(-1) !== path) seen.push(path)
  })
  await page.addInitScript(() => {
    const look = (): void => {
      const heading = document.querySelector('h1')
      const isShown = heading?.getClientRects().length && getComputedStyle(heading).visibility === 'visible'
      if (isShown && !('shownAtMs' in window)) Object.assign(window, { shownAtMs: performance.now() })
      const tell: unknown = Reflect.get(window, 'sawPage')
      if (isShown && typeof tell === 'function') tell(location.pathname)
      requestAnimationFrame(look)
    }
    look()
  })
  return seen
}

/**
 * Holds back responses until the returned function is called.
 * @param url default: the first API response of each page, but not the script
 */
export async function holdAnswers(page: Page, url: string | RegExp = '**/app-member'): Promise<() => void> {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(url, async (route) => {
    await released
    // The page may be gone by then.
    await route.continue().catch(() => {})
  })
  return () => release()
}

/** Delays responses. @param ms read at each request */
export async function delayAnswers(page: Page, ms: () => number): Promise<void> {
  await page.route('**/app-member', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ms()))
    // The page may be gone by then.
    await route.continue().catch(() => {})
  })
}
