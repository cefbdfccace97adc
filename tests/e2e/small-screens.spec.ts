import { openModal } from './account-modals'
import { overlayOf } from './gallery'
import { expect, test } from './product-test'

for (const width of [360, 768, 1280]) {
  test(`at ${width} pixels the login dialog fits`, async ({ page, urls }) => {
    await page.setViewportSize({ width, height: 640 })
    await page.goto(`${urls.demo}/modals/login.html`)
    await page.locator('[data-ms-modal=login]').first().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Email')).toBeFocused()
    const box = await dialog.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
  })
}

test('at 360 pixels the login with six providers is at most 640 pixels high', async ({ page, urls }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const dialog = await openModal(page, urls.demo, 'LOGIN')
  expect(await dialog.locator('.social button').count()).toBeGreaterThanOrEqual(6)
  expect((await dialog.locator('[part=panel]').boundingBox())?.height).toBeLessThanOrEqual(640)
})

test('text follows the browser’s size and a page that enlarges its own, and never shrinks with a page', async ({
  page,
  urls,
}) => {
  const dialog = await openModal(page, urls.demo, 'LOGIN')
  const sizes = () =>
    overlayOf(dialog).evaluate((element) =>
      ['h2', 'label', 'input', '[type=submit]', '.link'].map((selector) => {
        const found = element.querySelector(selector)
        return found && Math.round(parseFloat(getComputedStyle(found).fontSize))
      }),
    )
  const setRoot = (size: string) =>
    page.evaluate((value) => void (document.documentElement.style.fontSize = value), size)
  const standard = [20, 14, 16, 15, 14]
  expect(await sizes()).toEqual(standard)
  await setRoot('62.5%')
  expect(await sizes()).toEqual(standard)
  await setRoot('200%')
  expect(await sizes()).toEqual(standard.map((size) => size * 2))
  const overflows = await overlayOf(dialog).evaluate((element) => element.scrollWidth > element.clientWidth)
  expect(overflows).toBe(false)
  await setRoot('')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Page.enable')
  await cdp.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  expect(await sizes()).toEqual(standard.map((size) => size * 2))
})
