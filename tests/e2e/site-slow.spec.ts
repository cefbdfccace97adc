import type { Page, Route } from '@playwright/test'
import { arrive } from './arrive'
import { expect, test } from './product-test'
import { missingPage, sitePages } from './site-pages'
import { slow } from './slow-tier'
import { storeSession } from './store-session'

/** Holds requests back until opened. */
function gate() {
  let open: () => void = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return {
    open,
    opened,
    hold: async (route: Route) => {
      await opened
      await route.continue()
    },
  }
}

/** Response for an unknown ID. */
const noSuchTag = (route: Route) =>
  route.fulfill({
    status: 404,
    headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
    json: { code: 'tag-not-found', message: 'No TrustTag has this ID.' },
  })

const unreachable = /Failed to load resource|failed:|could not be read:/
const h1 = (page: Page) => page.locator('h1')

test(
  'without scripts every page is readable, and no form pretends to work',
  slow,
  async ({ page, urls, expectedConsole }) => {
    test.setTimeout(300_000)
    expectedConsole.push(missingPage)
    await page.route(/\.js$/, () => {})
    for (const { name, path, heading } of sitePages) {
      await page.goto(urls.site + path, { waitUntil: 'commit' })
      await expect.soft(h1(page), name).toHaveText(heading)
      const submits = page.locator('form[method=post] [type=submit]')
      const isHonest = await submits.evaluateAll((all) => all.every((one) => one.matches(':disabled')))
      expect.soft(isHonest, name).toBe(true)
      await expect.soft(page.getByRole('contentinfo'), name).toContainText('support@trusttag.example')
    }
  },
)

test('with scripts off every form says that it needs them', async ({ browser, urls }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const path of ['/signup', '/login', '/contact', '/partnership', '/verify', '/checkout']) {
    await page.goto(urls.site + path)
    const notice = page.locator('noscript p')
    await expect.soft(notice, path).toBeVisible()
    await expect.soft(notice, path).toContainText('needs JavaScript')
  }
  await context.close()
})

test('input made before hydration is sent after it', async ({ page, urls }) => {
  const script = gate()
  await page.route(/\/assets\/.*\.js$/, script.hold)
  await page.goto(`${urls.site}/verify`, { waitUntil: 'commit' })
  const verify = page.locator('main form button')
  await page.getByLabel('TrustTag ID').fill('TT-XX2024999')
  await expect(verify).toBeDisabled()
  script.open()
  await expect(verify).toBeEnabled()
  await expect(page.getByLabel('TrustTag ID')).toHaveValue('TT-XX2024999')
})

test('during a lookup the page shows progress, and updates with the response', async ({
  page,
  urls,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 404/)
  const answer = gate()
  await page.route('**/trusttag/verify/**', async (route) => {
    await answer.opened
    await noSuchTag(route)
  })
  await arrive(page, `${urls.site}/verify`)
  await page.getByLabel('TrustTag ID').fill('TT-XX2024999')
  await page.getByLabel('TrustTag ID').press('Enter')
  await expect(page.getByRole('button', { name: 'Verifying...' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('Verifying TT-XX2024999...')).toBeVisible()
  answer.open()
  await expect(page.getByRole('heading', { name: 'Invalid TrustTag' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Verify', exact: true })).toBeEnabled()
})

test.describe('without the API', () => {
  for (const who of ['visitor', 'member'] as const) {
    test(
      `a ${who} can read every page, with a notice where it matters`,
      slow,
      async ({ page, urls, email, expectedConsole }) => {
        test.setTimeout(300_000)
        expectedConsole.push(missingPage, unreachable)
        if (who === 'member') {
          await storeSession(page, urls.site, urls.api, 'app_trusttag', email)
          await page.addInitScript(() => localStorage.setItem('isLoggedIn', 'true'))
        }
        await page.route(`${urls.api}/**`, (route) => route.abort())
        for (const { name, path, heading } of sitePages) {
          await page.goto(urls.site + path)
          await expect.soft(h1(page), name).toHaveCount(1)
          if (name !== 'profile') await expect.soft(h1(page), name).toHaveText(heading)
          else if (who === 'member') {
            await expect.soft(page.getByRole('alert')).toHaveText('Your account could not be reached.')
            await expect.soft(page.getByRole('button', { name: 'Try again' })).toBeVisible()
          }
        }
      },
    )
  }

  test('a check gives no verdict, keeps the ID, and continues once the API is back', async ({
    page,
    urls,
    expectedConsole,
  }) => {
    expectedConsole.push(unreachable)
    await page.route('**/trusttag/verify/**', (route) => route.abort())
    await arrive(page, `${urls.site}/verify/tt-xx2024999`)
    await expect(page.getByRole('alert')).toContainText('This does not mean that the TrustTag is invalid.')
    await expect(page.getByLabel('TrustTag ID')).toHaveValue('TT-XX2024999')
    await page.unroute('**/trusttag/verify/**')
    await page.route('**/trusttag/verify/**', noSuchTag)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Invalid TrustTag' })).toBeVisible()
  })

  test('a login fails with a message, and the input stays', async ({ page, urls, expectedConsole }) => {
    expectedConsole.push(unreachable)
    await page.route(`${urls.api}/**`, (route) => route.abort())
    await page.goto(`${urls.site}/login`)
    await page.getByLabel('Email').fill('ann@example.com')
    await page.getByLabel('Password').fill('a-good-password')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('alert')).not.toBeEmpty()
    await expect(page.getByLabel('Email')).toHaveValue('ann@example.com')
    await expect(page.getByLabel('Password')).toHaveValue('a-good-password')
  })
})

test('a page that is only read loads the app at the first press, and repeats that press', async ({ page, urls }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const app = gate()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.route(/\/main-[^/]*\.js$/, app.hold)
  await page.goto(`${urls.site}/privacy`)
  expect(asked.filter((path) => /\/(react|main)-[^/]*\.js$/.test(path))).toEqual([])
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  app.open()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
})
