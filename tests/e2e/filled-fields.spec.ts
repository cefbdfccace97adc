import { expect, test } from './product-test'
import { serveHtml } from './serve-html'
import { signUp } from './sign-up'

const html = (api: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Profile</title><link rel="icon" href="data:,">
<script src="${api}/membership.js" data-memberstack-app="app_demo"></script></head>
<body><main><h1>Profile</h1><form data-ms-form="profile">
<label>First name <input name="a" data-ms-member="first-name"></label>
<label>Company <select name="b" data-ms-member="company"><option value="">None</option><option>Engines</option></select></label>
<button>Save</button></form></main></body></html>`

test('whoever comes back to a page after a logout elsewhere finds nothing of the member in its fields', async ({
  page,
  urls,
  email,
}) => {
  const outside = await serveHtml(html(urls.api))
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
