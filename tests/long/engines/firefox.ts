import { launch } from 'puppeteer-core'
import type { Engine } from './engine'
import { findProgram } from './find-program'
import { puppeteerTab } from './puppeteer-tab'

/** Firefox over WebDriver BiDi; null if it is not installed. */
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
        // Without motion, an element does not move between lookup and click; without requests to outside services.
        extraPrefsFirefox: { 'ui.prefersReducedMotion': 1, 'network.captive-portal-service.enabled': false },
      })
      return {
        newTab: async () => puppeteerTab(await browser.newPage()),
        close: () => browser.close(),
      }
    },
  }
}
