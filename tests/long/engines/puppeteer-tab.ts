import type { Page } from 'puppeteer-core'
import type { EngineTab } from './engine'

/** A tab driven by Puppeteer, in any browser. */
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

/** Repeats the script on the next page if the page navigates. */
async function onNextPage<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes('context was destroyed')) throw error
    }
  }
}
