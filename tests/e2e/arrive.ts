import type { Page, Request } from '@playwright/test'
import { waitUntil } from '../support/wait-until'

/** After this long without requests, none will follow. */
const QUIET_MS = 120

/**
 * Opens a page and waits until its requests and the widget are done, including redirects of gated pages. Faster than
 * Playwright's `networkidle`, which takes half a second per page.
 */
export async function arrive(page: Page, url: string): Promise<void> {
  const open = new Set<Request>()
  let quietSince = Date.now()
  // Ignores streams, which never end.
  const begin = (request: Request): void => void (request.resourceType() === 'eventsource' || open.add(request))
  const end = (request: Request): void => {
    open.delete(request)
    quietSince = Date.now()
  }
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  try {
    await page.goto(url)
    const isQuiet = (): boolean => open.size === 0 && Date.now() - quietSince >= QUIET_MS
    // Fails during a navigation.
    const hasArrived = async (): Promise<boolean> => isQuiet() && page.evaluate(isDone).catch(() => false)
    await waitUntil(`${url} has all it asks for`, hasArrived)
  } finally {
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
  }
}

/** Runs in the page. Two frames later everything is painted. */
async function isDone(): Promise<boolean> {
  const hasWidget = document.querySelector('script[src*="membership.js"]') !== null
  if (document.readyState !== 'complete' || (hasWidget && !window.$memberstackReady)) return false
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  return getComputedStyle(document.body).visibility === 'visible'
}
