import type { Page } from '@playwright/test'
import { serveFixtures } from '../support/serve-fixtures'
import { recordPages, someFrames } from './page-recorder'
import { expect, test } from './product-test'
import { storeSession } from './store-session'

const html = (tag: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title>
  <link rel="icon" href="data:,">${tag}</head><body><h1>Page</h1></body></html>`

const plain = '<script src="{{api}}/membership.js" data-memberstack-app="app_demo"></script>'
const injected = `<script>const tag = document.createElement('script'); tag.src = '{{api}}/membership.js'
  tag.dataset.memberstackApp = 'app_demo'; document.head.append(tag)</script>`

interface ApiTraffic {
  /** What went over the network to the API, in order: not what came from the cache. */
  sent(): string[]
  /** The API answers its first call. */
  answer(): Promise<void>
}

/** Holds the API's first call back, with DevTools: interception by the test tool would turn the cache off. */
async function watchApi(page: Page, api: string, { holds }: { holds: boolean }): Promise<ApiTraffic> {
  const devtools = await page.context().newCDPSession(page)
  const sent = new Map<string, string>()
  const held: string[] = []
  let isHolding = holds
  await devtools.send('Network.enable')
  devtools.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    const { origin, pathname } = new URL(request.url)
    if (origin === api) sent.set(requestId, `${type === 'Preflight' ? 'preflight' : request.method} ${pathname}`)
  })
  devtools.on('Network.requestServedFromCache', ({ requestId }) => void sent.delete(requestId))
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) sent.delete(requestId)
  })
  devtools.on('Fetch.requestPaused', ({ requestId }) => {
    if (isHolding) held.push(requestId)
    else void devtools.send('Fetch.continueRequest', { requestId }).catch(() => {})
  })
  if (holds) await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*/app-member' }] })
  const answer = async () => {
    isHolding = false
    await Promise.all(held.map((requestId) => devtools.send('Fetch.continueRequest', { requestId })))
  }
  return { sent: () => [...sent.values()], answer }
}

/** Counts in each page how often the widget hid all of it. */
const countCloaks = (page: Page): Promise<void> =>
  page.addInitScript(() => {
    const { replaceSync } = CSSStyleSheet.prototype
    Object.assign(window, { cloaks: 0 })
    CSSStyleSheet.prototype.replaceSync = function (rules) {
      if (/^body\b[^{]*\{visibility:hidden/.test(rules))
        Object.assign(window, { cloaks: Reflect.get(window, 'cloaks') + 1 })
      return replaceSync.call(this, rules)
    }
  })
const cloaks = (page: Page) => page.evaluate<number>('window.cloaks')
const ready = (page: Page) => page.waitForFunction(() => window.$memberstackReady)

const tags: [string, string][] = [
  ['the plain tag', plain],
  ['the tag that names the app', plain.replace('membership.js', 'membership.js?app=app_demo')],
  ['an injected tag', injected],
  ['the tag of an app that gates nothing', plain.replace('app_demo', 'app_trusttag')],
]

for (const [name, tag] of tags) {
  test(`with ${name}, a first visit never hides a page without a gated URL, while the API does not answer`, async ({
    page,
    urls,
  }) => {
    await countCloaks(page)
    const site = await serveFixtures(urls.api, { '/open': () => html(tag) })
    const api = await watchApi(page, urls.api, { holds: true })
    await page.goto(`${site.url}/open`)
    await expect(page.locator('h1')).toBeVisible()
    await expect.poll(() => api.sent()).toEqual(['GET /membership.js', 'POST /app-member'])
    expect(await cloaks(page)).toBe(0)
    await api.answer()
    await ready(page)
    expect(await cloaks(page)).toBe(0)
    await site.stop()
  })
}

test('with the plain tag, no frame of a first visit shows a gated page, nor after a route change', async ({
  page,
  urls,
}) => {
  await countCloaks(page)
  const seen = await recordPages(page)
  const pages = { '/open': () => html(plain), '/members/a': () => html(plain), '/access-denied.html': () => html('') }
  const site = await serveFixtures(urls.api, pages)
  const api = await watchApi(page, urls.api, { holds: true })
  await page.goto(`${site.url}/open`)
  await expect(page.locator('h1')).toBeVisible()
  // Before the API has answered.
  await page.evaluate(() => history.pushState(null, '', '/members/a'))
  expect(await cloaks(page)).toBe(1)
  await someFrames(page)
  await api.answer()
  await page.waitForURL('**/access-denied.html')
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${site.url}/members/a`)
  await page.waitForURL('**/access-denied.html')
  await expect.poll(() => seen).toEqual(['/open', '/access-denied.html'])
  await site.stop()
})

test('with a warm cache, the first paint waits for no request', async ({ page, urls }) => {
  const site = await serveFixtures(urls.api, { '/open': () => html(plain) })
  await page.goto(`${site.url}/open`)
  await ready(page)
  const api = await watchApi(page, urls.api, { holds: true })
  await page.goto(`${site.url}/open`)
  await expect(page.locator('h1')).toBeVisible()
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  // It is sent beside the page, which is painted without its answer.
  await expect.poll(() => api.sent()).toEqual(['POST /app-member'])
  await api.answer()
  await ready(page)
  expect(api.sent()).toEqual(['POST /app-member'])
  await site.stop()
})

test('a visitor’s page sends no preflight, a member’s pages one', async ({ page, urls, email }) => {
  const site = await serveFixtures(urls.api, { '/open': () => html(plain) })
  const api = await watchApi(page, urls.api, { holds: false })
  const open = async () => {
    await page.goto(`${site.url}/open`)
    await ready(page)
  }
  await open()
  expect(api.sent()).toEqual(['GET /membership.js', 'POST /app-member'])
  await storeSession(page, site.url, urls.api, 'app_demo', email)
  await open()
  await open()
  expect(api.sent().filter((request) => request.startsWith('preflight'))).toEqual(['preflight /app-member'])
  await site.stop()
})
