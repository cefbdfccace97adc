import type { Page } from 'puppeteer-core'
import type { EngineTab } from './engine'

/** A tab as Puppeteer drives it, whichever browser is behind it. */
export function puppeteerTab(page: Page): EngineTab {
  return {
    goto: async (url) => {
      await page.bringToFront()
      await page.goto(url)
    },
    // Puppeteer's own type unpacks promises; the journeys' scripts return none.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    run: (async (script: (...args: unknown[]) => unknown, ...args: unknown[]) =>
      onNextPage(() => page.evaluate(script, ...args))) as EngineTab['run'],
    clickAt: async (x, y) => {
      await page.bringToFront()
      await page.mouse.click(x, y)
    },
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
  }
}

/** What is asked while the page leads on is asked again of the next one. */
async function onNextPage<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes('context was destroyed')) throw error
    }
  }
}
