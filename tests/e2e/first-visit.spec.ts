import type { Page } from '@playwright/test'
import { serveFixtures } from '../support/serve-fixtures'
import { countRequests } from './count-requests'
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
  /** How many of them before the newest page was painted for the first time. */
  sentBeforePaint(): Promise<number>
  /** The API answers its first call. */
  answer(): Promise<void>
}

/** Holds the API's first call back, with DevTools: interception by the test tool would turn the cache off. */
async function watchApi(page: Page, api: string): Promise<ApiTraffic> {
  const devtools = await page.context().newCDPSession(page)
  const sent = new Map<string, { what: string; at: number }>()
  const paints: { loaderId: string; timestamp: number }[] = []
  const held: string[] = []
  let isHolding = true
  await devtools.send('Network.enable')
  await devtools.send('Page.enable')
  await devtools.send('Page.setLifecycleEventsEnabled', { enabled: true })
  devtools.on('Page.lifecycleEvent', ({ name, loaderId, timestamp }) => {
    if (name === 'firstPaint') paints.push({ loaderId, timestamp })
  })
  devtools.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    const { origin, pathname } = new URL(request.url)
    if (origin !== api) return
    sent.set(requestId, { what: `${request.method} ${pathname}`, at: timestamp })
  })
  devtools.on('Network.requestServedFromCache', ({ requestId }) => void sent.delete(requestId))
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) sent.delete(requestId)
  })
  devtools.on('Fetch.requestPaused', ({ requestId }) => {
    if (isHolding) held.push(requestId)
    else void devtools.send('Fetch.continueRequest', { requestId }).catch(() => {})
  })
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*/app-member' }] })
  const answer = async () => {
    isHolding = false
    await Promise.all(held.map((requestId) => devtools.send('Fetch.continueRequest', { requestId })))
  }
  const sentBeforePaint = async () => {
    const { frameTree } = await devtools.send('Page.getFrameTree')
    const find = () => paints.find(({ loaderId }) => loaderId === frameTree.frame.loaderId)
    await expect.poll(find).toBeDefined()
    return [...sent.values()].filter(({ at }) => at < (find()?.timestamp ?? Infinity)).length
  }
  return { sent: () => [...sent.values()].map(({ what }) => what), sentBeforePaint, answer }
}

/** Counts in each page how often the widget hid all of it. */
async function countCloaks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method -- it is called with its own `this`
    const { replaceSync } = CSSStyleSheet.prototype
    Object.assign(window, { cloaks: 0 })
    CSSStyleSheet.prototype.replaceSync = function (rules) {
      if (/^body\b[^{]*\{visibility:hidden/.test(rules))
        Object.assign(window, { cloaks: Reflect.get(window, 'cloaks') + 1 })
      return replaceSync.call(this, rules)
    }
  })
}

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
    const api = await watchApi(page, urls.api)
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
  const api = await watchApi(page, urls.api)
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

test('with a warm cache, no request is sent before the first paint', async ({ page, urls }) => {
  const site = await serveFixtures(urls.api, { '/open': () => html(plain) })
  await page.goto(`${site.url}/open`)
  await ready(page)
  const api = await watchApi(page, urls.api)
  await page.goto(`${site.url}/open`)
  await expect(page.locator('h1')).toBeVisible()
  expect(await api.sentBeforePaint()).toBe(0)
  await expect.poll(() => api.sent()).toEqual(['POST /app-member'])
  await api.answer()
  await ready(page)
  expect(api.sent()).toEqual(['POST /app-member'])
  await site.stop()
})

test('a visitor’s page sends no preflight, and a member’s pages send one', async ({ page, urls, email }) => {
  const api = await countRequests(urls.api)
  const site = await serveFixtures(api.url, { '/open': () => html(plain.replace('>', ' data-ms-inspector="off">')) })
  const open = async () => {
    await page.goto(`${site.url}/open`)
    await ready(page)
  }
  await open()
  expect(api.received).toEqual(['GET /membership.js', 'POST /app-member'])
  await storeSession(page, site.url, urls.api, 'app_demo', email)
  await open()
  await open()
  expect(api.received.slice(2)).toEqual(['OPTIONS /app-member', 'POST /app-member', 'POST /app-member'])
  await site.stop()
  api.close()
})
