import { arrive } from './arrive'
import { expect, test } from './product-test'
import { walks } from './surfaces'

const widths = [360, 768, 1280]

for (const { part, name, paths } of walks) {
  test(`on ${name} nothing is wider than the screen, at ${widths.join(', ')} pixels`, async ({
    page,
    urls,
    expectedConsole,
  }) => {
    test.setTimeout(180_000)
    expectedConsole.push(/status of 4\d\d/)
    for (const path of paths) {
      await page.setViewportSize({ width: 360, height: 800 })
      await arrive(page, urls[part] + path)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect.soft(overflow, `${path} at ${width}`).toBe(0)
      }
    }
  })
}

for (const width of widths) {
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
