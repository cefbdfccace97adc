import { expect, test } from '../product-test'
import { serveHtml } from '../serve-html'
import { badgeOf, builderPage } from './inspected-page'

test('the badge is at the bottom center, counts the items and opens and closes the sidebar', async ({ page, urls }) => {
  const site = await serveHtml(
    builderPage(
      urls.api,
      '<p data-ms-member="email">x</p><p data-ms-content="!members">x</p><div style="height:3000px">',
    ),
  )
  await page.goto(site.url)
  const badge = badgeOf(page)
  await expect(badge).toHaveAccessibleName('Test Mode 2 items')
  await expect(badge.locator('.dot')).toHaveCount(0)
  await page.evaluate(() => window.scrollTo(0, 1500))
  const box = await badge.boundingBox()
  const size = page.viewportSize()
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - (size?.width ?? 0) / 2)).toBeLessThanOrEqual(8)
  expect((size?.height ?? 0) - (box?.y ?? 0) - (box?.height ?? 0)).toBe(12)
  expect(box?.height).toBeGreaterThanOrEqual(44)

  await badge.click()
  await expect(badge).toHaveAccessibleName('Hide Inspector 2 items')
  await expect(badge).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('complementary')).toBeVisible()
  await badge.click()
  await expect(badge).toHaveAccessibleName('Test Mode 2 items')
  await expect(page.getByRole('complementary')).toBeHidden()
  site.close()
})

test('errors give it a red dot and a text; the keyboard reaches it, Escape returns to it', async ({ page, urls }) => {
  const site = await serveHtml(builderPage(urls.api, '<div data-ms-form="login">x</div>'))
  await page.goto(site.url)
  const badge = badgeOf(page)
  await expect(badge).toHaveAccessibleName('Test Mode 2 items, errors: 1')
  await expect(badge.locator('.dot')).toHaveCSS('background-color', 'rgb(240, 49, 62)')
  await page.keyboard.press('Tab')
  await expect(badge).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary')).toBeHidden()
  await expect(badge).toBeFocused()
  site.close()
})

test('it leaves the control that has the focus, and comes back', async ({ page, urls }) => {
  const site = await serveHtml(
    builderPage(
      urls.api,
      `<input aria-label="Elsewhere"><input aria-label="Code" style="position:absolute;bottom:20px;left:0;width:100%">
      <div style="height:3000px">`,
    ),
  )
  await page.goto(site.url)
  const badge = badgeOf(page)
  await page.getByLabel('Elsewhere').focus()
  await expect(badge).toHaveCSS('opacity', '1')
  await page.getByLabel('Code').focus()
  await expect(badge).toHaveCSS('opacity', '0')
  await page.getByLabel('Code').click()
  await page.mouse.wheel(0, 400)
  await expect(badge).toHaveCSS('opacity', '1')
  site.close()
})

test.describe('a refused login', () => {
  test.use({ expectedConsole: [/status of 401/] })

  for (const width of [360, 1280])
    test(`a message of the widget stands above it, ${width} px wide`, async ({ page, urls }) => {
      const site = await serveHtml(
        builderPage(
          urls.api,
          `<form data-ms-form="login"><input type="email" data-ms-member="email" aria-label="Email" />
        <input type="password" data-ms-member="password" aria-label="Password" /><button>Enter</button></form>`,
        ),
      )
      await page.setViewportSize({ width, height: 740 })
      await page.goto(site.url)
      await expect(badgeOf(page)).toBeVisible()
      await page.getByLabel('Email').fill('nobody@example.com')
      await page.getByLabel('Password').fill('three wrong words')
      await page.getByRole('button', { name: 'Enter' }).click()
      const message = page.locator('#ms-message')
      await expect(message).toBeVisible()
      const [above, below] = [await message.boundingBox(), await badgeOf(page).boundingBox()]
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
      site.close()
    })
})

test('page styles do not affect it, and its styles do not affect the page', async ({ page, urls }) => {
  const style = `<style>* { all: unset !important } body > *, html > * { display: none !important }
    ms-inspector { display: none !important; visibility: hidden !important; opacity: 0 !important }
    button, span { font-size: 90px !important; position: static !important }</style>`
  const site = await serveHtml(builderPage(urls.api, `${style}<p data-ms-member="email">x</p>`))
  await page.goto(site.url)
  await expect(badgeOf(page)).toHaveCSS('font-size', '13px')
  await expect(badgeOf(page)).toHaveCSS('position', 'fixed')
  await expect(badgeOf(page)).toBeVisible()
  expect(await page.evaluate(() => document.styleSheets.length)).toBe(1)
  site.close()
})

test('openModal("INSPECTOR") shows no modal and opens the sidebar', async ({ page, urls }) => {
  const site = await serveHtml(builderPage(urls.api, '<p data-ms-member="email">x</p>'))
  await page.goto(site.url)
  await page.waitForFunction(() => window.$memberstackReady)
  expect(await page.evaluate(() => window.$memberstackDom?.openModal('INSPECTOR'))).toEqual({ type: 'CLOSED' })
  await expect(page.getByRole('complementary')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  site.close()
})

test('destroy removes all of it', async ({ page, urls }) => {
  const site = await serveHtml(builderPage(urls.api, '<div data-ms-form="login">x</div>'))
  await page.clock.install()
  await page.goto(site.url)
  await badgeOf(page).click()
  await expect(page.locator('ms-inspector .mark.error')).toHaveCount(1)
  await page.evaluate(() => window.$memberstackDom?.destroy())
  await expect(page.locator('ms-inspector')).toHaveCount(0)
  await page.evaluate(() => document.body.append(document.createElement('hr')))
  await page.clock.runFor(5_000)
  await expect(page.locator('ms-inspector')).toHaveCount(0)
  site.close()
})
