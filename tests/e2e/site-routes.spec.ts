import type { Page } from '@playwright/test'
import { routes, type RouteName } from '../../host-site/paths'
import { arrive } from './arrive'
import { findings } from './axe-findings'
import { expect, test } from './product-test'
import { missingPage, sitePages, type SitePage } from './site-pages'
import { slow } from './slow-tier'
import { storeSession } from './store-session'

declare global {
  interface Window {
    refusals?: string[]
  }
}

/** Members are redirected from these. */
const forVisitors: readonly RouteName[] = ['login', 'forgotPassword']

/** Records CSP violations. */
function recordRefusals(): void {
  const refusals: string[] = []
  window.refusals = refusals
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    refusals.push(`${violatedDirective} ${blockedURI}`),
  )
}

/** Requests to other origins than the site and the API. */
function watchStrangers(page: Page, known: readonly string[]): string[] {
  const strangers: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol !== 'data:' && !known.includes(origin)) strangers.push(request.url())
  })
  return strangers
}

test.use({ colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } })

/** Opens a page and checks what all pages have in common. */
async function visit(page: Page, site: string, { name, path, status, title, heading }: SitePage): Promise<void> {
  const answered = page.waitForResponse((response) => response.url() === site + path)
  await arrive(page, site + path)
  expect.soft((await answered).status(), name).toBe(status)
  await expect.soft(page, name).toHaveTitle(title)
  await expect.soft(page.locator('h1'), name).toHaveCount(1)
  // A profile's heading is the member's name.
  if (name !== 'profile') await expect.soft(page.locator('h1'), name).toHaveText(heading)
  expect.soft(await page.evaluate(() => window.refusals), name).toEqual([])
}

test(
  'every page of the site opens for a visitor under its policy, without foreign requests',
  slow,
  async ({ page, urls, expectedConsole }) => {
    test.setTimeout(300_000)
    expectedConsole.push(missingPage)
    const strangers = watchStrangers(page, [urls.site, urls.api])
    await page.addInitScript(recordRefusals)
    for (const one of sitePages) {
      await visit(page, urls.site, one)
      await expect.soft(page.locator('header').getByRole('link', { name: 'Login', includeHidden: true })).toHaveCount(1)
    }
    expect(strangers).toEqual([])
  },
)

test(
  'every page opens for a member too, and has no accessibility finding',
  slow,
  async ({ page, urls, email, expectedConsole }) => {
    test.setTimeout(600_000)
    expectedConsole.push(missingPage)
    await storeSession(page, urls.site, urls.api, 'app_trusttag', email)
    const strangers = watchStrangers(page, [urls.site, urls.api])
    await page.addInitScript(recordRefusals)
    for (const one of sitePages.filter(({ name }) => !forVisitors.includes(name))) {
      await visit(page, urls.site, one)
      await expect.soft(page.locator('header').getByText('Logout'), one.name).toHaveCount(1)
      expect.soft(await findings(page), one.name).toEqual([])
    }
    expect(strangers).toEqual([])
  },
)

for (const name of forVisitors) {
  test(`${routes[name].path} leads a member to the profile`, async ({ page, urls, email }) => {
    await storeSession(page, urls.site, urls.api, 'app_trusttag', email)
    await page.goto(urls.site + routes[name].path)
    await expect(page).toHaveURL(urls.site + routes.profile.path)
  })
}
