import { expect, test } from './product-test'
import { profilePage } from './profile-page'
import { serveHtml } from './serve-html'
import { signUp } from './sign-up'

test('a page that is restored after a logout elsewhere has no member data in its fields', async ({
  page,
  urls,
  email,
}) => {
  const outside = await serveHtml(profilePage(urls.api))
  const customFields = { 'first-name': 'Ada', company: 'Engines' }
  const token = await signUp(urls.api, { email, password: 'a-good-password', customFields })
  await page.goto(outside.url)
  await page.evaluate((value) => localStorage.setItem('_ms-mid', value), token)
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Ada')
  await expect(page.getByLabel('Company')).toHaveValue('Engines')
  await page.goto(`${outside.url}another`)
  await page.waitForFunction(() => window.$memberstackReady)
  await page.evaluate(() => window.$memberstackDom?.logout())
  await page.goBack()
  await page.waitForFunction(() => window.$memberstackReady)
  await expect(page.getByLabel('First name')).toHaveValue('')
  await expect(page.getByLabel('Company')).toHaveValue('')
  outside.close()
})
