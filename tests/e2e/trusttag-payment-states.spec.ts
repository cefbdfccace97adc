import type { Page } from '@playwright/test'
import { arrive } from './arrive'
import { findings } from './axe-findings'
import { payByApi } from './checkout'
import { logInOrJoin } from './log-in-or-join'
import { expect, test } from './product-test'
import { beginTagPurchase, buyPackage, returnToSite } from './trusttag-holders'
import { signUp } from './sign-up'
import { password } from './account-modals'

const at = (urls: { site: string }) => `${urls.site}/checkout?purchase=latest`
const shown = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })

test('an unconfirmed payment is polled until it is confirmed', async ({ page, urls, email }) => {
  const token = await returnToSite(page, urls, email)
  const { url } = await beginTagPurchase(urls, token, 'three')
  await arrive(page, at(urls))
  await expect(shown(page, 'Your payment is being confirmed')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await payByApi(url)
  await expect(shown(page, 'Thank you. We received your payment.')).toBeVisible()
  await expect(page.getByText('You have 3 credits in your account.')).toBeVisible()
})

test('an unpaid checkout is reported, with a link to the packages', async ({ page, urls, email }) => {
  await returnToSite(page, urls, email)
  await arrive(page, at(urls))
  await expect(shown(page, 'Nothing was paid')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.getByRole('link', { name: 'Back to the packages' }).click()
  await expect(page.getByRole('radio', { name: 'Single TrustTag' })).toBeVisible()
})

test('a logged-out return shows a login, then the purchase', async ({ page, urls, email }) => {
  const customFields = { 'first-name': 'Grace', 'last-name': 'Hopper', phone: '+1 555 0100' }
  const token = await signUp(urls.api, { email, password, customFields }, 'app_trusttag')
  await buyPackage(urls, token, 'single')
  await arrive(page, at(urls))
  await expect(shown(page, 'Please log in')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.locator('main').getByRole('link', { name: 'Login' }).click()
  await logInOrJoin(page.getByRole('dialog'), email)
  await expect(shown(page, 'Thank you. We received your payment.')).toBeVisible()
  await expect(page).toHaveURL(at(urls))
})

test('a failed lookup of a purchase shows an error, and can be retried', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/, /The call listTagPurchases failed/)
  const token = await returnToSite(page, urls, email)
  await buyPackage(urls, token, 'single')
  await page.route('**/trusttag/purchases', (route) => route.abort())
  await arrive(page, at(urls))
  await expect(page.getByRole('alert')).toHaveText('Your purchases could not be loaded. Nothing is lost.')
  expect(await findings(page)).toEqual([])
  await page.unroute('**/trusttag/purchases')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(shown(page, 'Thank you. We received your payment.')).toBeVisible()
})
