import { expect, test } from '../product-test'
import { serveHtml } from '../serve-html'
import { badgeOf, builderPage, mistakesOn, openAtStandstill } from './inspected-page'

test('items disappear when the page is fixed and appear when it breaks', async ({ page, urls }) => {
  const site = await serveHtml(builderPage(urls.api, '<div id="a" data-ms-form="login">x</div>'))
  await page.goto(site.url)
  await expect(badgeOf(page)).toHaveAccessibleName('Test Mode 2 items, errors: 1')
  await page.locator('#a').evaluate((element) => element.removeAttribute('data-ms-form'))
  await expect(badgeOf(page)).toHaveAccessibleName('Test Mode 0 items')
  await page.evaluate(() => {
    const late = document.createElement('div')
    late.setAttribute('data-ms-form', 'profile')
    document.body.append(late)
  })
  await expect(badgeOf(page)).toHaveAccessibleName('Test Mode 2 items, errors: 1')
  await page.evaluate(() => document.body.lastElementChild?.remove())
  await expect(badgeOf(page)).toHaveAccessibleName('Test Mode 0 items')
  site.close()
})

test('a page that swaps its body keeps the inspector, and the new body is inspected', async ({ page, urls }) => {
  const site = await serveHtml(builderPage(urls.api, '<p data-ms-member="email">x</p>'))
  await page.goto(site.url)
  await expect(badgeOf(page)).toHaveAccessibleName('Test Mode 1 item')
  await page.evaluate(() => {
    const next = document.createElement('body')
    next.append(...['div', 'div'].map((name) => document.createElement(name)))
    for (const child of next.children) child.setAttribute('data-ms-form', 'login')
    document.body.replaceWith(next)
  })
  await expect(badgeOf(page)).toHaveAccessibleName('Test Mode 3 items, errors: 2')
  site.close()
})

test('a private field in a comment is reported after one second', async ({ page, urls }) => {
  await openAtStandstill(page, `${urls.demo}/inspector/private-custom-field.html`)
  const found = async (): Promise<number> =>
    (await mistakesOn(page)).filter((mistake) => mistake.startsWith('private-custom-field')).length
  await expect(badgeOf(page)).not.toHaveAccessibleName(/ 0 items/)
  expect(await found()).toBe(0)
  await page.clock.runFor(700)
  expect(await found()).toBe(0)
  await page.clock.runFor(400)
  expect(await found()).toBeGreaterThan(0)
})

test('a price in the cart is an item until it is removed', async ({ page, urls }) => {
  const site = await serveHtml(
    builderPage(
      urls.api,
      `<a id="buy" href="#join" data-ms-price:add="prc_pro-monthly">Buy</a>
       <button id="drop" type="button" data-ms-price:remove="all">Drop</button>`,
    ),
  )
  await page.goto(site.url)
  await badgeOf(page).click()
  const list = page.getByRole('complementary')
  await page.locator('#buy').click()
  await expect(list.getByText('Ready for checkout')).toBeVisible()
  await expect(list.getByText('Plan or price clicked').first()).toBeVisible()
  await page.reload()
  await expect(list.getByText('Ready for checkout')).toBeVisible()
  await page.locator('#drop').click()
  await expect(list.getByText('Ready for checkout')).toHaveCount(0)
  site.close()
})

test('elements that the gate removed are listed and checked as well', async ({ page, urls }) => {
  const gated = '<div data-ms-content="members"><div id="in" data-ms-form="login">x</div></div>'
  const site = await serveHtml(builderPage(urls.api, gated))
  await page.goto(site.url)
  await expect(page.locator('#in')).toHaveCount(0)
  await expect.poll(() => mistakesOn(page)).toEqual(['misplaced-form-attribute #in'])
  await expect(page.getByRole('complementary').getByText('Content removed')).toBeVisible()
  site.close()
})
