// oxlint-disable no-empty-pattern -- Playwright requires destructuring, even in a fixture without dependencies
import { expect, test as base } from '@playwright/test'
import type { ConsoleMessage, Page } from '@playwright/test'
import { startProduct } from '../support/start-product'

export interface ProductUrls {
  site: string
  api: string
  demo: string
}

interface ProductFixtures {
  urls: ProductUrls
  /** A unique email address. */
  email: string
  /** Expected console messages; other errors and warnings fail the journey. */
  expectedConsole: RegExp[]
  /** Another page in the same profile, also watched. */
  openTab: () => Promise<Page>
}

/** Console errors, warnings and uncaught exceptions fail the journey. */
function watch(page: Page, problems: string[]): void {
  const record = (message: ConsoleMessage) => {
    if (isSharedStream(message)) return
    if (['error', 'warning'].includes(message.type())) problems.push(`${message.type()}: ${message.text()}`)
  }
  page.on('console', record)
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`))
}

/** Journeys share the demo owner, who has at most three streams: the console then reads again by itself. */
const isSharedStream = (message: ConsoleMessage): boolean =>
  message.text().includes('429') && new URL(message.location().url || 'about:blank').pathname === '/admin/events'

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

/** Journeys that change the demo app: in the shared product they would change it under the others. */
export const ownProductTest = test.extend<object, { ownUrls: ProductUrls }>({
  ownUrls: [
    async ({}, provide) => {
      const product = await startProduct()
      await provide(product.urls)
      await product.stop()
    },
    { scope: 'worker' },
  ],
  urls: async ({ ownUrls }, provide) => provide(ownUrls),
})

export { expect }
