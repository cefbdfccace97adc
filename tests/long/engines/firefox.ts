import { launch } from 'puppeteer-core'
import type { Page } from 'puppeteer-core'
import type { Engine, EngineTab } from './engine'
import { findProgram } from './find-program'

/** Firefox over WebDriver BiDi; null where it is not installed. */
export function firefox(): Engine | null {
  const executablePath = process.env['FIREFOX_PATH'] ?? findProgram('firefox-esr', 'firefox')
  if (!executablePath) return null
  return {
    name: 'Firefox',
    async open() {
      const browser = await launch({
        browser: 'firefox',
        executablePath,
        headless: true,
        // Without motion a place that was found is still right when it is clicked; and no look-ups at outside services.
        extraPrefsFirefox: { 'ui.prefersReducedMotion': 1, 'network.captive-portal-service.enabled': false },
      })
      return {
        newTab: async () => tabOf(await browser.newPage()),
        close: () => browser.close(),
      }
    },
  }
}

function tabOf(page: Page): EngineTab {
  return {
    goto: async (url) => {
      await page.bringToFront()
      await page.goto(url)
    },
    // Puppeteer's own type unpacks promises; the journeys' scripts return none.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    run: (async (script: (...args: unknown[]) => unknown, ...args: unknown[]) =>
      page.evaluate(script, ...args)) as EngineTab['run'],
    clickAt: async (x, y) => {
      await page.bringToFront()
      await page.mouse.click(x, y)
    },
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
  }
}
