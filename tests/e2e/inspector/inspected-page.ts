import { type Locator, type Page } from '@playwright/test'
import { expect } from '../product-test'

export const builderPage = (api: string, body: string, tag = ''): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width">
<script src="${api}/membership.js" data-memberstack-app="app_demo" ${tag}></script></head>
<body><main><h1>A page</h1>${body}</main></body></html>`

export const badgeOf = (page: Page): Locator => page.locator('ms-inspector button.badge')
export const marksOf = (page: Page, kind: 'error' | 'warning' | 'found' | 'flash'): Locator =>
  page.locator(`ms-inspector .mark.${kind}`)

/** Findings from the copied report, such as `misplaced-form-attribute #fail-div`. */
export async function mistakesOn(page: Page): Promise<string[]> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  if ((await badgeOf(page).getAttribute('aria-expanded')) === 'false') await badgeOf(page).click()
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await page.getByRole('button', { name: 'Copy report' }).click()
  let report = ''
  await expect
    .poll(async () => (report = await page.evaluate(() => navigator.clipboard.readText())))
    .toContain('Errors:')
  const end = report.indexOf('Attributes Found')
  return [...report.slice(0, end).matchAll(/^([\w-]+) \(.* At (.+)$/gm)]
    .map(([, id, path]) => `${id} ${path}`)
    .toSorted()
}

/**
 * Opens a page with a stopped clock and runs the inspector once.
 * @param path after the origin of the demo pages
 */
export async function openAtStandstill(page: Page, url: string): Promise<void> {
  await page.clock.install({ time: 1_000_000 })
  await page.clock.pauseAt(2_000_000)
  await page.goto(url)
  await expect
    .poll(async () => {
      await page.clock.runFor(20)
      return badgeOf(page).count()
    })
    .toBe(1)
  await page.clock.runFor(100)
}
