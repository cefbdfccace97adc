import { becomeBuyer, openPortal } from '../checkout'
import { expect, test } from '../product-test'
import { storeSession } from '../store-session'

const path = '/plans/customer-portal.html'
const opener = '[data-ms-action="customer-portal"]'

test('data-ms-action="customer-portal": opens the portal for a paying member and returns; hidden from all others', async ({
  page,
  urls,
  email,
}) => {
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await page.goto(urls.demo + path)
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.locator(opener)).toBeHidden()

  await becomeBuyer(page, urls, `buyer-${email}`, 'prc_pro-monthly')
  await openPortal(page, urls)
  await expect(page.getByText('Pro').first()).toBeVisible()
  await expect(page.getByText('$10.00').first()).toBeVisible()
  await page.getByRole('link', { name: /^Back/ }).click()
  await page.waitForURL(urls.demo + path)
  await expect(page.getByText('You have access to Pro')).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByText('Log in to see what you pay for.')).toBeVisible()
  await expect(page.locator(opener)).toBeHidden()
})
