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
