import { colourRules, findings } from './axe-findings'
import { expect, test } from './product-test'
import { slow } from './slow-tier'

test.use({ colorScheme: 'light', viewport: { width: 360, height: 800 } })

test(
  'the documentation fits a phone and has no accessibility finding, in light or dark',
  slow,
  async ({ page, urls }) => {
    for (const path of ['/docs', '/docs/attributes', '/docs/inspector', '/docs/trusttag-proof']) {
      await page.goto(urls.api + path)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect.soft(overflow, path).toBe(0)
      expect.soft(await findings(page), path).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      expect.soft(await findings(page, colourRules), `${path}, dark`).toEqual([])
      await page.emulateMedia({ colorScheme: 'light' })
    }
  },
)

test('the keyboard skips to the content, and a link leads to its section', async ({ page, urls }) => {
  await page.goto(`${urls.api}/docs/inspector`)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Forms' }).click()
  await expect(page.getByRole('heading', { name: 'Forms', exact: true })).toBeInViewport()
})
