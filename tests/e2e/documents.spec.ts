import { colourRules, findings } from './axe-findings'
import { expect, test } from './product-test'
import { slow } from './slow-tier'

test.use({ colorScheme: 'light', viewport: { width: 360, height: 800 } })

test(
  'the documentation fits a phone and has no accessibility finding, in light or dark',
  slow,
  async ({ page, urls }) => {
    for (const path of ['/docs', '/docs/api', '/docs/attributes', '/docs/inspector', '/docs/trusttag-proof']) {
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
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Forms' }).click()
  await expect(page.getByRole('heading', { name: 'Forms', exact: true })).toBeInViewport()
})

test('a heading has an address of its own, and every document leads to the next', async ({ page, urls }) => {
  await page.goto(`${urls.api}/docs`)
  await page.getByRole('link', { name: 'Installing the widget' }).click()
  const heading = page.getByRole('heading', { name: 'Content Security Policy' })
  await heading.getByRole('link').click()
  expect(new URL(page.url()).hash).toBe('#content-security-policy')
  await expect(heading).toBeInViewport()
  const ways = page.getByRole('navigation', { name: 'Next and previous' })
  await ways.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Attributes' })).toBeVisible()
  await ways.getByRole('link', { name: 'Previous' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Installing the widget' })).toBeVisible()
})

test('tools find the types of the script and the description of the API', async ({ request, urls }) => {
  const types = await request.get(`${urls.api}/membership.d.ts`)
  expect(await types.text()).toContain('export interface MembershipClient')
  const description: unknown = await (await request.get(`${urls.api}/openapi.json`)).json()
  expect(description).toMatchObject({ openapi: '3.1.1', servers: [{ url: urls.api }] })
})
