import { expect, test } from './product-test'
import { partNames, surfaces } from './surfaces'

for (const width of [360, 768, 1280]) {
  test(`at ${width} pixels nothing is wider than the screen`, async ({ page, urls, expectedConsole }) => {
    test.setTimeout(180_000)
    expectedConsole.push(/status of 4\d\d/)
    await page.setViewportSize({ width, height: 800 })
    for (const part of partNames) {
      for (const path of surfaces[part]) {
        await page.goto(urls[part] + path)
        // A gated page leads away as soon as the answer is here.
        await page.waitForLoadState('networkidle')
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect.soft(overflow, `${part}${path}`).toBe(0)
      }
    }
  })

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
