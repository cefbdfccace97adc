import { becomeBuyer, payWith, plansOf } from '../checkout'
import { logInOrJoin } from '../log-in-or-join'
import { expect, test } from '../product-test'
import { storeSession } from '../store-session'

test('data-ms-price:add: a member’s click opens the checkout, which returns with the plan', async ({
  page,
  urls,
  email,
}) => {
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await page.goto(`${urls.demo}/pricing.html`)
  await page.getByRole('button', { name: 'Pro lifetime' }).click()
  await page.waitForURL('**/test/checkout?**')
  await expect(page.getByText('$250.00').first()).toBeVisible()
  await payWith(page, 'amex')
  await page.waitForURL('**/pricing.html')
  // The others are hidden first and removed a moment later.
  await expect(page.getByText('You have this plan.').filter({ visible: true })).toHaveCount(1)
  expect(await plansOf(page)).toEqual(['pln_pro ACTIVE prc_pro-lifetime'])
})

test('data-ms-price:update: yearly instead of monthly, without a second checkout; a visitor joins first', async ({
  page,
  urls,
  email,
}) => {
  await page.goto(`${urls.demo}/plans/upgrade.html`)
  await page.getByRole('button', { name: 'Pro, $100 a year' }).click()
  await expect(page.getByRole('dialog').getByLabel('Email')).toBeVisible()

  await becomeBuyer(page, urls, email, 'prc_pro-monthly')
  await page.goto(`${urls.demo}/plans/upgrade.html`)
  await page.getByRole('button', { name: 'Pro, $100 a year' }).click()
  await expect.poll(() => plansOf(page)).toEqual(['pln_pro ACTIVE prc_pro-yearly'])
  expect(page.url()).toBe(`${urls.demo}/plans/upgrade.html`)

  // A one-time payment is not a subscription: it is paid first, then replaces it.
  await page.getByRole('button', { name: 'Pro, $250 once' }).click()
  await payWith(page)
  await page.waitForURL('**/plans/upgrade.html')
  expect(await plansOf(page)).toEqual(['pln_pro ACTIVE prc_pro-lifetime'])
})

test('data-ms-price:remove="all": the pending price is removed, and a sign-up opens no checkout', async ({
  page,
  urls,
  email,
}) => {
  const waiting = () => page.evaluate(() => sessionStorage.getItem('ms_price'))
  await page.goto(`${urls.demo}/plans/cart.html`)
  await page.getByRole('link', { name: 'Pro, and the form below' }).click()
  expect(await waiting()).toBe('prc_pro-monthly')
  await page.getByRole('button', { name: 'Change my mind' }).click()
  await expect.poll(waiting).toBeNull()
  await logInOrJoin(page, email)
  await expect(page.getByRole('heading', { name: 'You are a member' })).toBeVisible()
  expect(page.url()).toContain('/plans/cart.html')
  expect(await plansOf(page)).toEqual([])
})
