// oxlint-disable no-empty-pattern -- a fixture without dependencies has to destructure nothing, says Playwright
import { expect, test as base } from '@playwright/test'
import type { ConsoleMessage, Page } from '@playwright/test'

export interface ProductUrls {
  site: string
  api: string
  demo: string
}

/** What every journey gets on top of Playwright's own. */
interface ProductFixtures {
  urls: ProductUrls
  /** An e-mail address that nobody else in this run has. */
  email: string
  /** Console messages that this journey provokes on purpose; anything else of level error or warning fails it. */
  expectedConsole: RegExp[]
  /** Another page of the same browser profile, watched like the first. */
  openTab: () => Promise<Page>
}

/** A healthy page is silent: every console error, warning and uncaught exception fails the journey. */
function watch(page: Page, problems: string[]): void {
  const record = (message: ConsoleMessage) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`${message.type()}: ${message.text()}`)
  }
  page.on('console', record)
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`))
}

let people = 0

export const test = base.extend<ProductFixtures & { problems: string[] }>({
  urls: async ({}, provide) => {
    await provide(JSON.parse(process.env['PRODUCT_URLS'] ?? '{}'))
  },
  email: async ({}, provide, info) => {
    people += 1
    await provide(`person-${info.workerIndex}-${people}-${Date.now()}@example.com`)
  },
  expectedConsole: async ({}, provide) => provide([]),
  problems: [
    async ({ expectedConsole }, provide) => {
      const problems: string[] = []
      await provide(problems)
      expect(problems.filter((line) => !expectedConsole.some((pattern) => pattern.test(line)))).toEqual([])
    },
    { auto: true },
  ],
  page: async ({ page, problems }, provide) => {
    watch(page, problems)
    await provide(page)
  },
  openTab: async ({ context, problems }, provide) => {
    await provide(async () => {
      const page = await context.newPage()
      watch(page, problems)
      return page
    })
  },
})

export { expect }
