import type { Page } from '@playwright/test'
import { colourRules, findings } from '../axe-findings'
import { expect, test } from '../product-test'
import { slow, slowUnless } from '../slow-tier'
import { storeSession } from '../store-session'
import { openSidebar, sidebarOf } from './open-sidebar'

/** Expands everything in the tab. */
async function openEverything(page: Page): Promise<void> {
  const closed = sidebarOf(page).sidebar.locator('[role=tabpanel] [aria-expanded=false]')
  for (let left = await closed.count(); left > 0; left = await closed.count()) await closed.first().click()
}

const schemes = ['light', 'dark'] as const

test('no tab has an accessibility finding, with everything expanded', slow, async ({ page, urls, email }) => {
  await storeSession(page, urls.demo, urls.api, 'app_demo', email, { plans: [{ planId: 'pln_free' }] })
  const { tab } = await openSidebar(page, `${urls.demo}/inspector/missing-login-elements.html`)
  for (const name of ['Inspector', 'Member', 'App'] as const) {
    await tab(name).click()
    await openEverything(page)
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await findings(page), name).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await findings(page, colourRules), `${name}, dark`).toEqual([])
  }
})

test('a visitor on a page without findings has no accessibility finding either', slow, async ({ page, urls }) => {
  const { tab } = await openSidebar(page, `${urls.demo}/access-denied.html`)
  for (const name of ['Inspector', 'Member'] as const) {
    await tab(name).click()
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      expect(await findings(page), `${name}, ${colorScheme}`).toEqual([])
    }
  }
})

test('everything works by keyboard', async ({ page, urls }) => {
  await page.goto(`${urls.demo}/inspector/missing-login-elements.html`)
  const { sidebar, badge, tab } = sidebarOf(page)
  const press = (...keys: string[]): Promise<void> =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
  await badge.focus()
  await press('Enter')
  await expect(sidebar).toBeVisible()
  await expect(badge).toBeFocused()
  await press('Tab')
  await expect(sidebar.getByRole('button', { name: 'Move to the left' })).toBeFocused()
  await expect(sidebar.getByRole('button', { name: 'Move to the left' })).toHaveCSS('opacity', '1')
  await press('Tab')
  await expect(tab('Inspector')).toBeFocused()
  await press('ArrowRight')
  await expect(tab('Member')).toBeFocused()
  await expect(tab('Member')).toHaveAttribute('aria-selected', 'true')
  await press('Home', 'Tab')
  await expect(sidebar.getByRole('button', { name: 'Close the inspector' })).toBeFocused()
  await press('Tab')
  const xRay = sidebar.getByRole('switch', { name: 'X-ray' })
  await expect(xRay).toBeFocused()
  await press('Space')
  await expect(xRay).not.toBeChecked()
  await press('Tab', 'Tab')
  await expect(sidebar.getByRole('searchbox')).toBeFocused()
  await press('Tab', 'Tab')
  const group = sidebar.getByRole('button', { name: /^Errors \d/ })
  await expect(group).toBeFocused()
  // The findings of one rule are below its title.
  await press('Tab', 'Tab', 'Enter')
  await expect(sidebar.locator('li[data-type] .row').first()).toHaveAttribute('aria-expanded', 'true')
  await press('Escape')
  await expect(sidebar).toBeHidden()
  await expect(badge).toBeFocused()
})

for (const width of [320, 360, 500, 640])
  test(
    `at ${width} px everything is visible, and the badge hides nothing`,
    slowUnless(width === 360),
    async ({ page, urls, email }) => {
      await page.setViewportSize({ width, height: 640 })
      await storeSession(page, urls.demo, urls.api, 'app_demo', email)
      const { sidebar, badge, tab } = await openSidebar(page, `${urls.demo}/plans/free.html`)
      for (const name of ['Inspector', 'Member', 'App'] as const) {
        await tab(name).click()
        const panel = sidebar.getByRole('tabpanel')
        expect(await panel.evaluate((one) => one.scrollWidth - one.clientWidth), name).toBe(0)
        const [low, badgeBox] = [await panel.boundingBox(), await badge.boundingBox()]
        expect((low?.y ?? 0) + (low?.height ?? 0), name).toBeLessThanOrEqual(badgeBox?.y ?? 0)
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    },
  )

test('it works under the strictest policy, and the console stays empty', slow, async ({ page, urls, email }) => {
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  const { sidebar, tab } = await openSidebar(page, `${urls.demo}/csp/strict.html`)
  await expect(sidebar).toHaveCSS('position', 'fixed')
  await openEverything(page)
  await expect(sidebar).toContainText('Need help?')
  await tab('Member').click()
  await expect(sidebar.getByRole('group', { name: 'Member JSON' })).toHaveText('{}')
  await tab('App').click()
  await openEverything(page)
  await expect(sidebar.locator('.swatch rect')).toHaveCSS('fill', 'rgb(41, 98, 255)')
  expect(messages).toEqual([])
})
