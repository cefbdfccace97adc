import { expect } from '@playwright/test'
import type { Locator, Page, Route } from '@playwright/test'

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
    // Real frames, even if the test stops the clock.
    const frame = requestAnimationFrame
    const look = (): void => {
      window.framesSeen = (window.framesSeen ?? 0) + 1
      const heading = document.querySelector('h1')
      const isShown = heading?.getClientRects().length && getComputedStyle(heading).visibility === 'visible'
      if (isShown && !('shownAtMs' in window)) Object.assign(window, { shownAtMs: performance.now() })
      const tell: unknown = Reflect.get(window, 'sawPage')
      if (isShown && typeof tell === 'function') tell(location.pathname)
      frame(look)
    }
    look()
  })
  return seen
}

declare global {
  interface Window {
    /** Frames that the page's recorder has looked at. */
    framesSeen?: number
  }
}

/** Resolves some frames later. The page needs a recorder. */
export async function someFrames(page: Page): Promise<void> {
  const frames = () => page.evaluate(() => window.framesSeen ?? 0)
  const before = await frames()
  await expect.poll(frames).toBeGreaterThan(before + 5)
}

/**
 * Stops the clock of this page and its next ones: none of their timers ends while a slow machine looks. Call it after
 * the recorders, which follow real frames.
 */
export async function stopClock(page: Page): Promise<void> {
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 1_000)
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

/**
 * Holds back responses until they are released one by one, each painted before the next.
 * @returns `release` begins with the first or the last request, and goes on while the page shows what waits
 */
export async function queueAnswers(page: Page, url: RegExp) {
  const held: Route[] = []
  const hold = (route: Route) => void held.push(route)
  await page.route(url, hold)
  return {
    async release(order: 'forwards' | 'backwards', waits: Locator): Promise<void> {
      for (let seen = -1; held.length > 0 || (await waits.count()) > 0;) {
        seen = held.length
        await painted(page)
        // Requests that a screen makes at once arrive one after the other.
        if (held.length !== seen) continue
        const route = order === 'forwards' ? held.shift() : held.pop()
        if (!route) continue
        await route.continue()
        // None for a request that the page has given up.
        await (await route.request().response())?.finished()
      }
      await page.unroute(url, hold)
    },
  }
}

/** The page has drawn what it has. */
export const painted = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))))

/** Milliseconds after its navigation at which a recorded page became visible. Resolves once it has. */
export const shownAt = async (page: Page): Promise<number> =>
  (await page.waitForFunction<number>('window.shownAtMs')).jsonValue()
