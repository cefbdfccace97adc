import type { Page } from '@playwright/test'
import { arrive } from './arrive'
import { colourRules, findings } from './axe-findings'
import { expect, test } from './product-test'
import { missingPage, sitePages } from './site-pages'
import { storeSession } from './store-session'

declare global {
  interface Window {
    refusals?: string[]
  }
}

/** Remembers what the content security policy kept from the page. */
function recordRefusals(): void {
  const refusals: string[] = []
  window.refusals = refusals
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    refusals.push(`${violatedDirective} ${blockedURI}`),
  )
}

/** The addresses that a page asks besides its own server and the API. */
function watchStrangers(page: Page, known: readonly string[]): string[] {
  const strangers: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol !== 'data:' && !known.includes(origin)) strangers.push(request.url())
  })
  return strangers
}

test.use({ colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } })

for (const who of ['visitor', 'member'] as const) {
  test(`every page of the site opens for a ${who} under its policy, asks nobody else, and has no accessibility finding`, async ({
    page,
    urls,
    email,
    expectedConsole,
  }) => {
    test.setTimeout(600_000)
    expectedConsole.push(missingPage)
    if (who === 'member') await storeSession(page, urls.site, urls.api, 'app_trusttag', email)
    const strangers = watchStrangers(page, [urls.site, urls.api])
    await page.addInitScript(recordRefusals)
    for (const { name, path, status, title, heading } of sitePages) {
      const answered = page.waitForResponse((response) => response.url() === urls.site + path)
      await arrive(page, urls.site + path)
      expect.soft((await answered).status(), name).toBe(status)
      const isMember = who === 'member'
      await expect.soft(page.locator('header').getByText('Logout'), name).toHaveCount(isMember ? 1 : 0)
      // A dialog makes the page beneath it inert.
      if (name === 'forgotPassword') await page.keyboard.press('Escape')
      await expect.soft(page, name).toHaveTitle(title)
      // A member's profile is headed by the member's name.
      if (name !== 'profile') await expect.soft(page.locator('h1'), name).toHaveText([heading])
      await expect.soft(page.locator('h1'), name).toHaveCount(1)
      expect.soft(await page.evaluate(() => window.refusals), name).toEqual([])
      expect.soft(await findings(page), name).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      expect.soft(await findings(page, colourRules), `${name}, dark`).toEqual([])
      await page.emulateMedia({ colorScheme: 'light' })
    }
    expect(strangers).toEqual([])
  })
}
