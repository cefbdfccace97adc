import type { Browser, CDPSession, Page } from '@playwright/test'
import { CPU_THROTTLE } from './budgets'

/** Runs in the page before anything else: keeps what the observer would otherwise have to be asked for too late. */
function watchLongTasks(): void {
  const durations: number[] = []
  Object.assign(window, { benchLongTasks: durations })
  new PerformanceObserver((list) => durations.push(...list.getEntries().map((entry) => entry.duration))).observe({
    type: 'longtask',
    buffered: true,
  })
}

/** A page in a profile of its own, with cold caches, on a slowed processor. */
export async function withThrottledPage<T>(
  browser: Browser,
  url: string,
  measure: (page: Page, devtools: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Performance.enable')
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLE })
    await page.addInitScript(watchLongTasks)
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForFunction(() => window.$memberstackReady !== false)
    await page.waitForTimeout(400)
    return await measure(page, devtools)
  } finally {
    await context.close()
  }
}
