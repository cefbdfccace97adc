import { payWith, playInPortal, openPortal } from '../checkout'
import { expect, test } from '../product-test'
import { storeSession } from '../store-session'

test('data-ms-coupon: the checkout shows subtotal, coupon and total, half is charged, and a renewal costs the full price', async ({
  page,
  urls,
  email,
}) => {
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await page.goto(`${urls.demo}/plans/coupons.html`)
  await page.getByRole('button', { name: 'Pro for $5 in the first month' }).click()
  await page.waitForURL('**/test/checkout?**')
  const sums = page.locator('dl')
  await expect(sums).toContainText(/Subtotal\s*\$10\.00/)
  await expect(sums).toContainText(/HALF.*[-−]\s*\$5\.00/s)
  await expect(sums).toContainText(/Total.*\$5\.00/s)
  await payWith(page)
  await page.waitForURL('**/plans/coupons.html')
  await expect(page.getByText('You have Pro.')).toBeVisible()

  await openPortal(page, urls)
  const payments = page.getByRole('region', { name: 'Payments' })
  await expect(payments).toContainText('$5.00')
  await expect(payments).not.toContainText('$10.00')
  await playInPortal(page, urls, 'Renew')
  await openPortal(page, urls)
  await expect(payments).toContainText('$10.00')
})

test('data-ms-coupon with an expired coupon: the member sees a message, and nothing is bought', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 404/)
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await page.goto(`${urls.demo}/plans/coupons.html`)
  await page.getByRole('button', { name: 'Team with last year’s coupon' }).click()
  await expect(page.getByText('This coupon does not exist or has expired.')).toBeVisible()
  expect(page.url()).toContain('/plans/coupons.html')
})
