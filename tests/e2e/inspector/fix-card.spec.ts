import { expect, test } from '../product-test'
import { serveHtml } from '../serve-html'
import { badgeOf, builderPage, marksOf } from './inspected-page'
import { sidebarOf } from './open-sidebar'

const body = `<button id="one" type="button" data-ms-modal="signup" data-ms-plan:add="pln_fre">One</button>
<button id="two" type="button" data-ms-modal="signup" data-ms-plan:add="pln_x">Two</button>
<div id="tab-2" style="display: none"><button id="hidden" type="button" data-ms-price:add="prc_gone" data-ms-modal="signup">Buy</button></div>
<details id="more"><summary>More</summary><p><b data-ms-content="pro-aera">x</b></p></details>`

test('findings of one rule are grouped; an opened one shows the wrong part, its fix, and copies it', async ({
  page,
  urls,
  expectedConsole,
}) => {
  expectedConsole.push(/\[membership\]/)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const site = await serveHtml(builderPage(urls.api, body))
  await page.goto(site.url)
  await badgeOf(page).click()
  const { sidebar } = sidebarOf(page)
  await expect(sidebar.getByRole('button', { name: /^Unknown plan ID\s*2$/ })).toHaveAttribute('aria-expanded', 'true')
  await sidebar.getByRole('button', { name: /no plan "pln_fre"/ }).click()
  await expect(sidebar.locator('mark')).toHaveText('data-ms-plan:add="pln_fre"')
  await expect(sidebar.locator('.source').last()).toContainText('data-ms-plan:add="pln_free"')
  await sidebar.getByRole('button', { name: 'Copy fix' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe('<button id="one" type="button" data-ms-modal="signup" data-ms-plan:add="pln_free">')
  await sidebar.getByRole('button', { name: 'Copy as JSON' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('"selector": "#one"')
  await sidebar.getByRole('button', { name: 'Copy as Markdown' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('## 1. Unknown plan ID (error)')
  site.close()
})

test('the search and "Errors only" narrow the list', async ({ page, urls, expectedConsole }) => {
  expectedConsole.push(/\[membership\]/)
  const site = await serveHtml(builderPage(urls.api, body))
  await page.goto(site.url)
  await badgeOf(page).click()
  const { sidebar } = sidebarOf(page)
  await expect(sidebar.getByRole('button', { name: /Attributes Found/ })).toBeVisible()
  await sidebar.getByRole('button', { name: 'Errors only' }).click()
  await expect(sidebar.getByRole('button', { name: /Attributes Found/ })).toHaveCount(0)
  await sidebar.getByRole('searchbox').fill('prc_gone')
  await expect(sidebar.locator('li[data-type]')).toHaveCount(1)
  await sidebar.getByRole('searchbox').fill('nothing like that')
  await expect(sidebar).toContainText('No item matches.')
  site.close()
})

test('Show on page names what hides an element, and shows the nearest visible one', async ({
  page,
  urls,
  expectedConsole,
}) => {
  expectedConsole.push(/\[membership\]/)
  const site = await serveHtml(builderPage(urls.api, body))
  await page.goto(site.url)
  await badgeOf(page).click()
  const { sidebar } = sidebarOf(page)
  await sidebar.getByRole('button', { name: /no price "prc_gone"/ }).click()
  await expect(sidebar).toContainText('Hidden by <div id="tab-2">')
  await expect(marksOf(page, 'flash')).toHaveCount(1)
  await sidebar.getByRole('button', { name: /"pro-aera" is unknown/ }).click()
  await expect(sidebar).toContainText('Hidden by <details id="more">')
  site.close()
})

test('pins are numbers; a row shows the text of its pin, and a pin opens its row', async ({
  page,
  urls,
  expectedConsole,
}) => {
  expectedConsole.push(/\[membership\]/)
  const site = await serveHtml(builderPage(urls.api, body))
  await page.goto(site.url)
  await badgeOf(page).click()
  const { sidebar } = sidebarOf(page)
  const pin = page.locator('ms-inspector .mark.error .pin').filter({ hasText: /^2/ })
  const text = pin.locator('.text')
  await expect(pin).toBeVisible()
  await expect(text).toBeHidden()
  const row = sidebar.getByRole('button', { name: /no plan "pln_x"/ })
  await row.hover()
  await expect(text).toBeVisible()
  await expect(text).toContainText('pln_x')
  await page.mouse.move(5, 400)
  await expect(text).toBeHidden()
  await pin.click({ position: { x: 4, y: 4 } })
  await expect(row).toHaveAttribute('aria-expanded', 'true')
  await expect(row).toBeFocused()
  site.close()
})
