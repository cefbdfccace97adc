import type { Page } from '@playwright/test'
import { GATED_URL_HIDDEN_MAX_MS, READY_TIMEOUT_MS } from '../../contract/limits'
import { holdAnswers, recordPages, shownAt, someFrames, stopClock } from './page-recorder'
import { expect, test } from './product-test'
import { serveHtml } from './serve-html'
import { storeSession } from './store-session'
import { slow } from './slow-tier'

const shows = (page: Page, heading: string) => expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
const ready = (page: Page) => page.waitForFunction(() => window.$memberstackReady)

test('no frame shows a visitor a gated page, on the first visit and on later ones', async ({ page, urls }) => {
  const seen = await recordPages(page)
  for (const _visit of ['first', 'later']) {
    await page.goto(`${urls.demo}/members/`)
    await page.waitForURL('**/access-denied.html')
    await shows(page, 'Members only')
  }
  await expect.poll(() => seen).toEqual(['/access-denied.html'])
})

test('Back does not return to the gated page', async ({ page, urls }) => {
  await page.goto(`${urls.demo}/pricing.html`)
  await page.goto(`${urls.demo}/members/`)
  await page.waitForURL('**/access-denied.html')
  await page.goBack()
  await shows(page, 'Pricing')
})

test('a slow response hides a first visit for 1.5 seconds; then the page shows, and redirects once the response arrives', async ({
  page,
  urls,
}) => {
  const seen = await recordPages(page)
  const release = await holdAnswers(page)
  await page.goto(`${urls.demo}/members/`)
  await expect(page.locator('h1')).toBeVisible()
  expect(await shownAt(page)).toBeGreaterThan(1_500)
  release()
  await page.waitForURL('**/access-denied.html')
  await expect.poll(() => seen).toEqual(['/members/', '/access-denied.html'])
})

test(
  'a later visit does not wait if nothing is gated, and waits without limit if something is',
  slow,
  async ({ page, urls }) => {
    await page.goto(urls.demo)
    await ready(page)
    const seen = await recordPages(page)
    const release = await holdAnswers(page)
    await stopClock(page)
    await page.goto(`${urls.demo}/pricing.html`)
    await expect(page.locator('h1')).toBeVisible()
    await page.goto(`${urls.demo}/members/`)
    // Longer than any wait of the page.
    await page.clock.runFor(READY_TIMEOUT_MS + 500)
    await someFrames(page)
    expect(seen).toEqual(['/pricing.html'])
    release()
    await page.waitForURL('**/access-denied.html')
    await expect.poll(() => seen).toEqual(['/pricing.html', '/access-denied.html'])
  },
)

for (const [name, status, body] of [
  ['is down', 503, '{"code":"service-unavailable","message":"Later."}'],
  ['answers garbage', 200, '<h1>Welcome to nginx!</h1>'],
] as const) {
  test(`when the API ${name} a first visit shows after 1.5 seconds, and the tab’s next pages at once`, async ({
    page,
    urls,
    expectedConsole,
  }) => {
    expectedConsole.push(/could not be loaded/, /503/)
    const headers = { 'access-control-allow-origin': urls.demo, 'access-control-allow-credentials': 'true' }
    await page.route('**/app-member', (route) => route.fulfill({ status, body, headers }))
    await recordPages(page)
    await page.goto(`${urls.demo}/members/`)
    await expect(page.locator('h1')).toBeVisible()
    expect(await shownAt(page)).toBeGreaterThan(1_500)
    await stopClock(page)
    await page.goto(`${urls.demo}/pro.html`)
    await expect(page.locator('h1')).toBeVisible()
  })
}

test(
  'without a response a visitor does not see a page that was gated on an earlier visit',
  slow,
  async ({ page, urls, expectedConsole }) => {
    expectedConsole.push(/could not be loaded/, /ERR_FAILED/)
    await page.goto(urls.demo)
    await ready(page)
    const seen = await recordPages(page)
    let isDown = true
    await page.route(/\/app(-member)?(\?|$)/, (route) => (isDown ? route.abort() : route.continue()))
    await stopClock(page)
    const failed = page.waitForEvent('requestfailed')
    await page.goto(`${urls.demo}/members/`)
    await failed
    await page.clock.runFor(READY_TIMEOUT_MS + 500)
    await someFrames(page)
    expect(seen).toEqual([])
    isDown = false
    await page.clock.resume()
    await page.waitForURL('**/access-denied.html')
    await expect.poll(() => seen).toEqual(['/access-denied.html'])
  },
)

test('a login allows access, and a logout redirects', async ({ page, urls, email }) => {
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await page.goto(`${urls.demo}/access-denied.html`)
  await page.getByRole('link', { name: 'Open the members’ area' }).click()
  await shows(page, 'Members’ area')
  await expect(page.locator('h1')).toBeVisible()
  const seen = await recordPages(page)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/access-denied.html')
  await expect.poll(() => seen.at(-1)).toBe('/access-denied.html')
})

test('a member’s first visit shows once the session is confirmed, however slow', async ({ page, urls, email }) => {
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  const seen = await recordPages(page)
  const release = await holdAnswers(page)
  await stopClock(page)
  await page.goto(`${urls.demo}/members/library.html`)
  await someFrames(page)
  expect(seen).toEqual([])
  release()
  await page.clock.resume()
  await expect(page.locator('h1')).toBeVisible()
  expect(page.url()).toContain('/members/library.html')
})

test('the logout button’s own redirect wins over the gate’s', async ({ page, urls, email }) => {
  await page.goto(`${urls.demo}/pricing.html`)
  await page.evaluate(
    (who) => window.$memberstackDom?.signupMemberEmailPassword({ email: who, password: 'a-good-password' }),
    email,
  )
  await page.goto(`${urls.demo}/members/library.html`)
  await page.getByRole('button', { name: 'Log out and go to all demo pages' }).click()
  // Not waitForURL, which fails when it sees the end of the gate's redirect.
  await expect(page).toHaveURL(`${urls.demo}/`)
  await shows(page, 'Membership demo pages')
  // Not goBack, which fails if the page redirects before it has loaded.
  await page.evaluate(() => setTimeout(() => history.back()))
  await page.waitForURL('**/access-denied.html')
})

test('a logout in another tab redirects this one', async ({ page, urls, email, openTab }) => {
  await page.goto(`${urls.demo}/pricing.html`)
  await page.evaluate(
    (who) => window.$memberstackDom?.signupMemberEmailPassword({ email: who, password: 'a-good-password' }),
    email,
  )
  await page.goto(`${urls.demo}/members/`)
  await shows(page, 'Members’ area')
  const other = await openTab()
  await other.goto(`${urls.demo}/members/library.html`)
  await other.getByRole('button', { name: 'Log out and' }).click()
  await page.waitForURL('**/access-denied.html')
})

test('a page for one plan redirects a member without it to the prices, under each of its URLs', async ({
  page,
  urls,
  email,
}) => {
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  const seen = await recordPages(page)
  for (const address of ['/pro.html', '/pro', '/pro.html?from=mail#top', '//pro.html']) {
    await page.goto(urls.demo + address)
    await page.waitForURL('**/pricing.html')
  }
  await expect.poll(() => seen).toEqual(['/pricing.html'])
})

test('a route change to a gated URL redirects; other URLs, a hash and a query do not', async ({ page, urls }) => {
  await page.goto(`${urls.demo}/pricing.html`)
  await ready(page)
  await page.evaluate(() => {
    history.pushState(null, '', '/app/members')
    history.replaceState(null, '', '/app?members#/members')
    location.hash = '/members/'
  })
  await shows(page, 'Pricing')
  await page.evaluate(() => history.pushState(null, '', '/members/new'))
  await page.waitForURL('**/access-denied.html')
})

test('data-ms-curtain="off" on the tag: a first visit is not hidden, and a gated page still redirects', async ({
  page,
  urls,
}) => {
  const html = (attribute: string) => `<!doctype html><html lang="en"><head><title>Page</title>
    <link rel="icon" href="data:,"><script src="${urls.api}/membership.js" data-memberstack-app="app_demo" ${attribute}></script>
    </head><body><h1>Page</h1></body></html>`
  const outside = await serveHtml(html('data-ms-curtain="off"'))
  const release = await holdAnswers(page)
  await stopClock(page)
  await page.goto(`${outside.url}members`)
  await expect(page.locator('h1')).toBeVisible()
  release()
  await page.waitForURL('**/access-denied.html')
  outside.close()
})

test('during a gate redirect, only the loader is visible', async ({ page, urls, email }) => {
  const outside =
    await serveHtml(`<!doctype html><html lang="en"><head><title>Area</title><link rel="icon" href="data:,">
    <script src="${urls.api}/membership.js" data-memberstack-app="app_demo"></script></head>
    <body><h1>Area</h1><div><p data-ms-loader><b>One moment…</b></p></div></body></html>`)
  await storeSession(page, new URL(outside.url).origin, urls.api, 'app_demo', email)
  await page.goto(`${outside.url}members`)
  await expect(page.locator('h1')).toBeVisible()
  const release = await holdAnswers(page, '**/access-denied.html')
  const states: string[] = []
  // During a navigation a page can report, but not be asked.
  await page.exposeFunction('sawState', (state: string) => states.push(state))
  await page.evaluate(() => {
    let last = ''
    const tell: unknown = Reflect.get(window, 'sawState')
    const look = (): void => {
      const isSeen = (selector: string) =>
        document.querySelector(selector)?.checkVisibility({ visibilityProperty: true })
      const state = `heading ${isSeen('h1')}, loader ${isSeen('b')}`
      if (state !== last && typeof tell === 'function') tell(state)
      last = state
      requestAnimationFrame(look)
    }
    look()
    void window.$memberstackDom?.logout()
  })
  await expect.poll(() => states.at(-1)).toBe('heading false, loader true')
  release()
  await page.waitForURL('**/access-denied.html')
  // A slow machine draws no frame between the page and its loader.
  expect(states.filter((state) => state !== 'heading false, loader false')).toEqual([
    'heading true, loader false',
    'heading false, loader true',
  ])
  outside.close()
})

test('with the documented line of CSS a tag at the end of the page shows a visitor no frame of a gated page', async ({
  page,
  urls,
}) => {
  const outside = await serveHtml(`<!doctype html><html lang="en"><head><title>Late</title>
    <link rel="icon" href="data:,"><style>body { visibility: var(--ms-gate, hidden) }</style></head>
    <body><h1>Late</h1><script src="${urls.api}/membership.js" data-memberstack-app="app_demo"></script></body></html>`)
  const seen = await recordPages(page)
  const release = await holdAnswers(page)
  await stopClock(page)
  await page.goto(`${outside.url}members`)
  await someFrames(page)
  expect(seen).toEqual([])
  release()
  await page.clock.resume()
  await page.waitForURL('**/access-denied.html')
  await expect(page.locator('h1')).toBeVisible()
  expect(seen).not.toContain('/members')
  outside.close()
})

test.describe('a first visit with the script of an app', () => {
  test('shows an open page at once, and a gated page never, while the API does not answer', async ({ page, urls }) => {
    const tag = `<script src="${urls.api}/membership.js?app=app_demo" data-memberstack-app="app_demo"></script>`
    const site = await serveHtml(`<!doctype html><html lang="en"><head>${tag}</head><body><h1>Page</h1></body></html>`)
    const seen = await recordPages(page)
    const release = await holdAnswers(page)
    await stopClock(page)
    await page.goto(`${site.url}pricing.html`)
    await expect(page.locator('h1')).toBeVisible()
    await page.goto(`${site.url}members/index.html`)
    await page.clock.runFor(GATED_URL_HIDDEN_MAX_MS + 500)
    await someFrames(page)
    expect(seen).toEqual(['/pricing.html'])
    release()
    await page.waitForURL('**/access-denied.html')
    await expect.poll(() => seen).toEqual(['/pricing.html', '/access-denied.html'])
    site.close()
  })

  test('sends one request to the API, without a preflight', async ({ page, urls }) => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    const sent: string[] = []
    devtools.on('Network.requestWillBeSent', ({ request, type }) => {
      const { origin, pathname } = new URL(request.url)
      if (origin === urls.api && pathname !== '/membership.js') sent.push(`${type} ${request.method} ${pathname}`)
    })
    await page.goto(`${urls.demo}/gating/members.html`)
    await ready(page)
    expect(sent).toEqual(['Fetch POST /app-member'])
  })
})
