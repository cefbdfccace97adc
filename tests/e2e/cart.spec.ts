import { password } from './account-modals'
import { payWith, plansOf } from './checkout'
import { logInOrJoin } from './log-in-or-join'
import { expect, test } from './product-test'
import { signUp } from './sign-up'

test('a price chosen on one page is bought after the sign-up on another', async ({ page, urls, email }) => {
  await page.goto(`${urls.demo}/plans/cart.html`)
  await page.getByRole('link', { name: 'Pro, and a form on another page' }).click()
  await page.waitForURL('**/signup.html')
  await logInOrJoin(page, email)
  await payWith(page, 'mastercard')
  await page.waitForURL('**/signup.html')
  await expect(page.getByRole('heading', { name: 'You are a member' })).toBeVisible()
  expect(await plansOf(page)).toEqual(['pln_pro ACTIVE prc_pro-yearly'])
})

test('a pending price is bought after a login; one that the member already has is reported and not bought again', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 409/)
  await signUp(urls.api, { email, password })
  for (const visit of ['first', 'second']) {
    await page.goto(`${urls.demo}/plans/cart.html`)
    await page.getByRole('link', { name: 'Pro, and a login' }).click()
    await page.waitForURL('**/forms/login.html')
    await logInOrJoin(page, email)
    if (visit === 'first') await payWith(page)
    await expect(page.getByRole('heading', { name: 'Members only' })).toBeVisible()
    if (visit === 'second') await expect(page.getByText('You already have this plan.')).toBeVisible()
    expect(await plansOf(page)).toEqual(['pln_pro ACTIVE prc_pro-monthly'])
    expect(await page.evaluate(() => sessionStorage.getItem('ms_price'))).toBeNull()
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  }
})

test('a price with neither link nor dialog opens the sign-up; under the strictest policy it is bought as well', async ({
  page,
  urls,
  email,
}) => {
  await page.goto(`${urls.demo}/csp/strict.html`)
  await logInOrJoin(page, email)
  await page.getByRole('button', { name: 'Pro for $10 a month' }).click()
  await payWith(page)
  await page.waitForURL('**/csp/strict.html')
  await page.waitForFunction(() => window.$memberstackReady)
  expect(await plansOf(page)).toEqual(['pln_pro ACTIVE prc_pro-monthly'])
  await page.getByRole('button', { name: 'Log out' }).click()

  await page.goto(`${urls.demo}/plans/cart.html`)
  const button = page.getByRole('button', { name: 'Team, and a dialog' })
  await button.evaluate((element) => element.removeAttribute('data-ms-modal'))
  await button.click()
  await expect(page.getByRole('dialog').getByLabel('Email address')).toBeFocused()
})
