import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { arrive } from './arrive'
import { expect, test } from './product-test'
import { storeSession } from './store-session'
import { walks } from './surfaces'

/** What axe finds, one readable line each. */
async function findings(page: Page, ...rules: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page })
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.html}`))
}

for (const { part, name, paths } of walks) {
  test(`${name} have no accessibility finding, in light or dark`, async ({ page, urls, expectedConsole }) => {
    test.setTimeout(180_000)
    expectedConsole.push(/status of 4\d\d/)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    for (const path of paths) {
      await arrive(page, urls[part] + path)
      expect.soft(await findings(page), path).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      // Nothing but colours differs.
      expect.soft(await findings(page, 'color-contrast', 'link-in-text-block'), `${path}, dark`).toEqual([])
      await page.emulateMedia({ colorScheme: 'light' })
    }
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    // Without motion the fade is over at once; a scan in the middle of it would measure half the contrast.
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    test('what members see has none', async ({ page, urls, email }) => {
      await storeSession(page, urls.demo, urls.api, 'app_demo', email)
      await storeSession(page, urls.site, urls.api, 'app_trusttag', email)
      for (const url of [
        `${urls.demo}/forms/signup.html`,
        `${urls.demo}/gating/members.html`,
        `${urls.site}/profile`,
      ]) {
        await page.goto(url)
        await expect(page.getByText('Log out').or(page.getByText('Logout')).first()).toBeVisible()
        expect.soft(await findings(page), url).toEqual([])
      }
    })

    test('the open login dialog has none, also with its errors showing', async ({ page, urls }) => {
      await page.goto(`${urls.demo}/modals/login.html`)
      await page.locator('[data-ms-modal=login]').first().click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByLabel('Email')).toBeFocused()
      expect.soft(await findings(page)).toEqual([])
      await page.keyboard.press('Enter')
      await expect(dialog.locator('[aria-invalid=true]').first()).toBeVisible()
      expect.soft(await findings(page)).toEqual([])
    })
  })
}
