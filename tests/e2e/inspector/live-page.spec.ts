import type { Page } from '@playwright/test'
import { expect, test } from '../product-test'
import { serveHtml } from '../serve-html'
import { badgeOf, builderPage } from './inspected-page'

/** The inspector starts when the page is idle, at the latest after two seconds. */
const STARTED_MS = 5_000

/** Executions of functions that contain inspector texts, per text. */
async function runsOf(page: Page, url: string, settle: () => Promise<void>): Promise<number[]> {
  await page.clock.install()
  await page.coverage.startJSCoverage()
  await page.goto(url)
  await settle()
  const script = (await page.coverage.stopJSCoverage()).find((one) => one.url.endsWith('/membership.js'))
  const ranges = script?.functions.flatMap((one) => one.ranges) ?? []
  // One text of the inspector's start, and one of the sidebar.
  return ['@keyframes flash', 'Membership inspector'].map((text) => {
    const offset = script?.source?.indexOf(text) ?? -1
    if (offset < 0) throw new Error(`The script has no "${text}".`)
    const around = ranges.filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset)
    const innermost = around.toSorted((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset))[0]
    return innermost?.count ?? 0
  })
}

test('on a live page nothing of the inspector runs, shows or can be opened', async ({ page, urls }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const live = `${urls.demo.replace('//localhost', '//live.localhost')}/forms/login.html`
  const runs = await runsOf(page, live, async () => {
    await page.waitForFunction(() => window.$memberstackReady)
    expect((await page.evaluate(() => window.$memberstackDom?.getApp()))?.data.mode).toBe('live')
    await page.evaluate(() => window.$memberstackDom?.openModal('INSPECTOR'))
    await page.clock.runFor(STARTED_MS)
  })
  expect(runs).toEqual([0, 0])
  await expect(page.locator('ms-inspector')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(asked.filter((url) => url.includes('inspector'))).toEqual([])
  expect(
    await page.evaluate(() => [localStorage, sessionStorage].flatMap((store) => Object.keys(store)).join()),
  ).not.toMatch(/inspector|x_ray/)
})

test('in Test Mode it runs, and loads the sidebar only when it is opened', async ({ page, urls }) => {
  const closed = await runsOf(page, `${urls.demo}/forms/login.html`, () => badgeOf(page).waitFor())
  expect(closed[0]).toBeGreaterThan(0)
  expect(closed[1]).toBe(0)
  const open = await runsOf(page, `${urls.demo}/forms/login.html`, async () => {
    await badgeOf(page).click()
    await page.getByRole('complementary').waitFor()
  })
  expect(open[1]).toBeGreaterThan(0)
})

test('a tag that turns it off has none in Test Mode either', async ({ page, urls }) => {
  const site = await serveHtml(builderPage(urls.api, '<p data-ms-member="email">x</p>', 'data-ms-inspector="off"'))
  const runs = await runsOf(page, site.url, async () => {
    await page.waitForFunction(() => window.$memberstackReady)
    expect((await page.evaluate(() => window.$memberstackDom?.getApp()))?.data.mode).toBe('sandbox')
    await page.clock.runFor(STARTED_MS)
  })
  expect(runs).toEqual([0, 0])
  await expect(page.locator('ms-inspector')).toHaveCount(0)
  site.close()
})
