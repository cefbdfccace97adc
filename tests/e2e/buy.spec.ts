import { cardNumber, payWith, plansOf } from './checkout'
import { logInOrJoin } from './log-in-or-join'
import { expect, test } from './product-test'
import { storeSession } from './store-session'
import { slow } from './slow-tier'

const heading = { level: 1 } as const

test('a visitor chooses a price, joins in the dialog, pays, and the pro area is open', async ({
  page,
  urls,
  email,
}) => {
  await page.goto(`${urls.demo}/pro.html`)
  await page.waitForURL('**/pricing.html')
  await page.getByRole('button', { name: 'Pro by the month' }).click()
  await logInOrJoin(page.getByRole('dialog'), email)
  await payWith(page)
  await page.waitForURL('**/pricing.html')
  await expect(page.getByText('You have this plan.').filter({ visible: true })).toHaveCount(1)
  await page.getByRole('link', { name: 'Open the pro area' }).click()
  await expect(page.getByRole('heading', heading)).toHaveText('Pro area')
  expect(page.url()).toContain('/pro.html')
  expect(await page.evaluate(() => sessionStorage.getItem('ms_price'))).toBeNull()
})

test('a declined card shows why and keeps the input; the next one pays, once', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 4\d\d/)
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await page.goto(`${urls.demo}/pricing.html`)
  await page.getByRole('button', { name: 'Pro by the year' }).click()
  const alert = page.getByRole('alert')
  await payWith(page, 'generic-decline')
  await expect(alert).toHaveText('Your card was declined.')
  await expect(page.getByLabel('Card number')).toHaveValue(cardNumber('generic-decline'))
  await expect(page.getByLabel('Expiry')).not.toHaveValue('')
  await payWith(page, 'insufficient-funds')
  await expect(alert).toHaveText('Your card has insufficient funds.')
  await page.getByLabel('Card number').fill('4111 1111 1111 1111')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(alert).toContainText('test cards')
  await payWith(page)
  await page.waitForURL('**/pricing.html')
  expect(await plansOf(page)).toEqual(['pln_pro ACTIVE prc_pro-yearly'])

  // A paid checkout charges nothing more.
  await page.goBack()
  await page.goto(`${urls.demo}/pricing.html`)
  expect(await plansOf(page)).toEqual(['pln_pro ACTIVE prc_pro-yearly'])
})

test(
  'canceling at the checkout returns to the page, buys nothing, and allows a later purchase',
  slow,
  async ({ page, urls, email, expectedConsole }) => {
    await storeSession(page, urls.demo, urls.api, 'app_demo', email)
    await page.goto(`${urls.demo}/pricing.html`)
    await page.getByRole('button', { name: 'Pro by the month' }).click()
    await page.waitForURL('**/test/checkout?**')
    await page.getByRole('link', { name: /^Cancel/ }).click()
    await page.waitForURL('**/pricing.html')
    await expect(page.getByRole('button', { name: 'Pro by the month' })).toBeEnabled()
    expect(await plansOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Pro by the month' }).click()
    await page.waitForURL('**/test/checkout?**')
    // After a declined card, going back shows the checkout again, not a browser error.
    expectedConsole.push(/status of 402/)
    await payWith(page, 'generic-decline')
    await page.getByRole('link', { name: /^Cancel/ }).click()
    await page.waitForURL('**/pricing.html')
    await page.goBack()
    await expect(page.getByRole('heading', heading)).toHaveText('Checkout')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.goBack()
    await page.waitForURL('**/test/checkout?**')
    // Going back leaves nothing busy.
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Pro by the month' })).toBeEnabled()
    await page.getByRole('button', { name: 'Pro by the month' }).dblclick()
    await payWith(page)
    await page.waitForURL('**/pricing.html')
    expect(await plansOf(page)).toEqual(['pln_pro ACTIVE prc_pro-monthly'])
  },
)
