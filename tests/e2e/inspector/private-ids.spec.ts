import { expect, test } from '../product-test'
import { storeSession } from '../store-session'
import { mistakesOn } from './inspected-page'

test('unknown hosted content is reported once a member’s browser has asked for it', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  // The other content of the page is for another plan.
  expectedConsole.push(/cnt_/, /404/, /403/)
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await page.goto(`${urls.demo}/inspector/unknown-content-id.html`)
  await expect.poll(() => mistakesOn(page)).toEqual(['unknown-content-id #fail-html', 'unknown-content-id #fail-link'])
})

test('an unknown coupon is reported once a purchase with it was refused', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/404/)
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await page.goto(`${urls.demo}/inspector/unknown-coupon.html`)
  expect(await mistakesOn(page)).toEqual([])
  await page.locator('#fail-case').click()
  await expect(page.getByText('This coupon does not exist or has expired.')).toBeVisible()
  await expect.poll(() => mistakesOn(page)).toEqual(['unknown-coupon #fail-case'])
})
