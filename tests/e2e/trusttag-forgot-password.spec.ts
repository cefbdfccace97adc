import { expectModalGone } from './account-modals'
import { expect, test } from './product-test'

test('a forgotten password without the membership script: the page says that its dialog cannot open', async ({
  page,
  urls,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/, /Membership .* failed: Memberstack not initialized/)
  await page.route('**/membership.js', (route) => route.abort())
  await page.goto(`${urls.site}/login`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL(`${urls.site}/forgot-password`)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'The password reset window could not be opened. Please reload the page.',
  )
})

test('the dialog for a new password closes when its page is left by the Back button', async ({ page, urls }) => {
  await page.goto(`${urls.site}/contact`)
  await page.goto(`${urls.site}/login`)
  await page.evaluate(() => history.pushState(null, '', '/forgot-password'))
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`${urls.site}/login`)
  await expectModalGone(page)
})
