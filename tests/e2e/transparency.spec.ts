import type { LogStatus } from '../../contract/log-status'
import { arrive } from './arrive'
import { colourRules, findings } from './axe-findings'
import { expect, test, type ProductUrls } from './product-test'
import { earnTag, returnToSite } from './trusttag-holders'
import type { Page } from '@playwright/test'

const card = (page: Page) => page.getByRole('region', { name: 'Tests and samples' })
const entries = async (page: Page) => Number(await card(page).locator('.log-size').textContent())
const statusOf = async (urls: ProductUrls): Promise<LogStatus> =>
  (await fetch(`${urls.api}/trusttag/test-log/status.json`)).json()

test('the page shows the newest seal, checked in the browser, and one more entry after a TrustTag was issued', async ({
  page,
  urls,
  email,
}) => {
  const token = await returnToSite(page, urls, email)
  await arrive(page, `${urls.site}/transparency`)
  await expect(card(page)).toContainText('checked in your browser just now')
  const before = await entries(page)
  // The log starts with the samples.
  expect(before).toBeGreaterThanOrEqual(4)

  await earnTag(urls, token, 'Cook')
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect.poll(() => entries(page)).toBeGreaterThan(before)
  // Other tests issue at the same time; the log only grows.
  expect((await statusOf(urls)).size).toBeGreaterThanOrEqual(await entries(page))
  await expect(card(page).locator('.log-root').first()).toHaveText(/^[0-9a-f]{64}$/u)
})

test('a self-run witness is labeled, with the time of its signature', async ({ page, urls }) => {
  await arrive(page, `${urls.site}/transparency`)
  await expect(card(page)).toContainText('No independent witness watches this log yet.')
  await expect(card(page).getByText('Run by us')).toBeVisible()
  await expect(card(page).locator('.witnesses time')).toHaveText(/UTC$/u)
})

test('the listed URLs serve the described files', async ({ page, urls }) => {
  await arrive(page, `${urls.site}/transparency`)
  const link = page.getByRole('link', { name: '/trusttag/trust.json' })
  await expect(link).toHaveAttribute('href', `${urls.api}/trusttag/trust.json`)
  for (const path of ['/trusttag/log/vkeys', '/trusttag/log/status.json', '/.well-known/did.json']) {
    const address = await page.getByRole('link', { name: path }).getAttribute('href')
    expect((await fetch(address ?? '')).status, path).toBe(200)
  }
  await expect(page.getByText(`npm run audit-log -- ${urls.api}/trusttag/log`)).toBeVisible()
})

test('a seal that was tampered with in transit is rejected', async ({ page, urls }) => {
  await page.route('**/trusttag/test-log/checkpoint', async (route) => {
    const answer = await route.fetch()
    const [origin, size, ...rest] = (await answer.text()).split('\n')
    await route.fulfill({ response: answer, body: [origin, Number(size) + 1, ...rest].join('\n') })
  })
  await arrive(page, `${urls.site}/transparency`)
  await expect(card(page).locator('.alert')).toContainText('not signed correctly')
  await expect(card(page).locator('.log-size')).toHaveCount(0)
})

test.describe('when the API is unreachable', () => {
  test.use({ expectedConsole: [/Failed to load resource|ERR_FAILED|could not be read/] })

  test('the page reports it, and that TrustTags are not affected', async ({ page, urls }) => {
    await page.route('**/trusttag/**', (route) => route.abort())
    await arrive(page, `${urls.site}/transparency`)
    await expect(card(page)).toContainText('The log did not respond. This does not affect TrustTags')
    await page.unroute('**/trusttag/**')
    await page.getByRole('button', { name: 'Check again' }).press('Enter')
    await expect(card(page)).toContainText('checked in your browser just now')
  })
})

test('with the logs on it the page has no accessibility finding and fits every width, in light and dark', async ({
  page,
  urls,
}) => {
  await arrive(page, `${urls.site}/transparency`)
  await expect(card(page)).toContainText('checked in your browser just now')
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect.soft(over, `${width} px`).toBeLessThanOrEqual(0)
  }
  expect.soft(await findings(page), 'light').toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect.soft(await findings(page, colourRules), 'dark').toEqual([])
})

test('“blockchain secured” links from the first page to the log', async ({ page, urls }) => {
  await arrive(page, urls.site)
  await page.getByRole('link', { name: 'Blockchain secured', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transparency')
})
