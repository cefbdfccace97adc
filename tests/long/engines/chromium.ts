import { launch } from 'puppeteer-core'
import { launchOptions } from '../../support/launch-browser'
import type { Engine } from './engine'
import { puppeteerTab } from './puppeteer-tab'

/** Chromium as the other journeys start it; null if none is found. */
export async function chromium(): Promise<Engine | null> {
  const { executablePath, args = [], chromiumSandbox } = await launchOptions()
  if (!executablePath) return null
  return {
    name: 'Chromium',
    async open() {
      const browser = await launch({
        executablePath,
        headless: true,
        args: [...args, '--force-prefers-reduced-motion', ...(chromiumSandbox ? [] : ['--no-sandbox'])],
      })
      return {
        newTab: async () => puppeteerTab(await browser.newPage()),
        close: () => browser.close(),
      }
    },
  }
}
