import type { Page } from '@playwright/test'
import { arrive } from './arrive'
import { colourRules, findings } from './axe-findings'
import { expect, test } from './product-test'
import { slow } from './slow-tier'
import { storeSession } from './store-session'
import { walks } from './surfaces'

const widths = [360, 768, 1280]
const whole = { width: 1280, height: 720 }

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** This page demonstrates hidden main content. */
const isMeant = (path: string, finding: string): boolean =>
  path === '/inspector/gated-page-without-redirect.html' && finding.startsWith('landmark-one-main: ')

/** All findings in light colors, and in dark ones those that depend on color. Restores the light scheme. */
async function expectNone(page: Page, what: string): Promise<void> {
  const found = (await findings(page)).filter((finding) => !isMeant(what, finding))
  expect.soft(found, what).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect.soft(await findings(page, colourRules), `${what}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

// Without motion: a scan during a fade would measure too little contrast.
test.use({ colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } })

// One visit per page, because loading dominates.
for (const { part, name, paths } of walks) {
  test(
    `${name} have no accessibility finding, in light or dark, and fit ${widths.join(', ')} pixels`,
    slow,
    async ({ page, urls, expectedConsole }) => {
      test.setTimeout(600_000)
      // The inspector's demo pages have mistakes, which the widget logs.
      expectedConsole.push(/status of 4\d\d/, /\[membership\]/)
      for (const path of paths) {
        await page.setViewportSize({ width: 360, height: 800 })
        await arrive(page, urls[part] + path)
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 })
          expect.soft(await overflow(page), `${path} at ${width}`).toBe(0)
        }
        await page.setViewportSize(whole)
        await expectNone(page, path)
      }
    },
  )
}

test('member pages have no accessibility finding, in light or dark', async ({ page, urls, email }) => {
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await storeSession(page, urls.site, urls.api, 'app_trusttag', email)
  for (const url of [`${urls.demo}/forms/signup.html`, `${urls.demo}/gating/members.html`, `${urls.site}/profile`]) {
    await page.goto(url)
    await expect(page.getByText('Log out').or(page.getByText('Logout')).first()).toBeVisible()
    await expectNone(page, url)
  }
})

test('the open login dialog has none, also with its errors showing', async ({ page, urls }) => {
  await page.goto(`${urls.demo}/modals/login.html`)
  await page.locator('[data-ms-modal=login]').first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await expectNone(page, 'the dialog')
  await page.keyboard.press('Enter')
  await expect(dialog.locator('[aria-invalid=true]').first()).toBeVisible()
  await expectNone(page, 'its errors')
})
