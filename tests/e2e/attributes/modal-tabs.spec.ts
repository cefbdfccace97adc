import type { Locator, Page } from '@playwright/test'
import type { attributeRows } from '../../../widget/attributes'
import { becomeBuyer } from '../checkout'
import { expect, test } from '../product-test'
import { storeSession } from '../store-session'

type Tab = (typeof attributeRows.modalTab.values)[number]

/** Opens one tab as a returning member. */
async function openTabOf(page: Page, urls: { demo: string; api: string }, email: string, tab: Tab): Promise<Locator> {
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await page.goto(`${urls.demo}/modals/tabs.html`)
  await page.locator(`[data-ms-modal-tab="${tab}"]`).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: email })).toBeVisible()
  return dialog
}
const entries = (dialog: Locator) => dialog.getByRole('navigation').getByRole('button')

test('data-ms-modal-tab="profile": shows only the details', async ({ page, urls, email }) => {
  const dialog = await openTabOf(page, urls, email, 'profile')
  await expect(entries(dialog)).toHaveText(['Profile'])
  await expect(dialog.getByRole('heading', { name: 'Profile Information' })).toBeVisible()
})

test('data-ms-modal-tab="security": shows only security', async ({ page, urls, email }) => {
  const dialog = await openTabOf(page, urls, email, 'security')
  await expect(entries(dialog)).toHaveText(['Security'])
  await expect(dialog.getByRole('heading', { name: 'Security' })).toBeVisible()
})

test('data-ms-modal-tab="changePassword": starts with the new password, and leads back to security', async ({
  page,
  urls,
  email,
}) => {
  const dialog = await openTabOf(page, urls, email, 'changePassword')
  await expect(entries(dialog)).toHaveText(['Security'])
  await expect(dialog.getByLabel('Current password')).toBeFocused()
  await page.keyboard.type('a-good-password')
  await dialog.getByLabel('New password', { exact: true }).fill('another-password')
  await dialog.getByLabel('Confirm new password').fill('another-password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Your changes have been saved.')).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Security' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-ms-modal-tab="changePassword"]')).toBeFocused()
})

test('data-ms-modal-tab="plans": shows only plans; the whole profile for members without plans', async ({
  page,
  urls,
  email,
}) => {
  const whole = await openTabOf(page, urls, email, 'plans')
  await expect(entries(whole)).toHaveText(['Profile', 'Security', 'Logout'])
  await page.keyboard.press('Escape')
  await page.evaluate(() => window.$memberstackDom?.addPlan({ planId: 'pln_newsletter' }))
  await page.locator('[data-ms-modal-tab="plans"]').click()
  await expect(entries(whole)).toHaveText(['Plans'])
  await expect(whole.getByText('Newsletter')).toBeVisible()
})

test('data-ms-modal-tab="team": shows the team to its owner; otherwise the whole profile', async ({
  page,
  urls,
  email,
}) => {
  const whole = await openTabOf(page, urls, email, 'team')
  await expect(entries(whole)).toHaveText(['Profile', 'Security', 'Logout'])
  await becomeBuyer(page, urls, `owner-${email}`, 'prc_team-monthly')
  await page.goto(`${urls.demo}/modals/tabs.html`)
  await page.locator('[data-ms-modal-tab="team"]').click()
  await expect(entries(whole)).toHaveText(['Team'])
  await expect(whole.getByText('1/5')).toBeVisible()
})
