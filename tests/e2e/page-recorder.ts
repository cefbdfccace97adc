import type { Page } from '@playwright/test'

/**
 * Notes in every frame, through navigations, which pages a person could see: their paths, in order, each once in a row.
 * Call it before the first page. Each page knows in `window.shownAtMs` when it could first be seen.
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

/** Holds back the API's first answer of each page, not its script, until the returned function is called. */
export async function holdAnswers(page: Page): Promise<() => void> {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/app-member', async (route) => {
    await released
    // The page may be gone meanwhile.
    await route.continue().catch(() => {})
  })
  return () => release()
}

/** The same for a time. @param ms read at each request */
export async function delayAnswers(page: Page, ms: () => number): Promise<void> {
  await page.route('**/app-member', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ms()))
    // The page may be gone meanwhile.
    await route.continue().catch(() => {})
  })
}
