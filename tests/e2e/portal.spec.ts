import type { Page } from '@playwright/test'
import { findings, rulesIn } from './axe-findings'
import { becomeBuyer, beginPurchase, openPortal, payWith, plansOf, playInPortal } from './checkout'
import { expect, test } from './product-test'
import { storeSession } from './store-session'
import { slow } from './slow-tier'

test('a failed renewal closes the pro area, and a payment opens it again', slow, async ({ page, urls, email }) => {
  await becomeBuyer(page, urls, email, 'prc_pro-monthly')
  await page.goto(`${urls.demo}/pro.html`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pro area')

  await playInPortal(page, urls, 'Fail the next payment')
  await expect(page.getByText('A payment has failed.')).toBeVisible()
  await expect(page.getByText('You have no access to Pro.')).toBeVisible()
  await page.goto(`${urls.demo}/pro.html`)
  await page.waitForURL('**/pricing.html')

  await playInPortal(page, urls, 'Pay now')
  await expect(page.getByText('A payment has failed.')).toHaveCount(0)
  await page.getByRole('link', { name: 'the pro area' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pro area')
})

test('a cancellation keeps access until the period ends, and can be undone', slow, async ({ page, urls, email }) => {
  await becomeBuyer(page, urls, email, 'prc_pro-monthly')
  await playInPortal(page, urls, 'Cancel plan')
  await expect(page.getByText('You have access to Pro')).toBeVisible()
  await playInPortal(page, urls, 'Keep plan', 'Renew')
  expect(await plansOf(page)).toEqual(['pln_pro ACTIVE prc_pro-monthly'])
  await playInPortal(page, urls, 'Cancel plan', 'Renew')
  await expect(page.getByText('You have no access to Pro.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Manage payments' })).toBeVisible()
})

/** axe findings in both color schemes, and overflow on phones. */
async function faults(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    found.push(...(await findings(page, rulesIn(colorScheme))).map((finding) => `${colorScheme} ${finding}`))
  }
  await page.setViewportSize({ width: 360, height: 740 })
  const root = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await page.setViewportSize({ width: 1280, height: 800 })
  return root > 0 ? [...found, `${root} px wider than a phone`] : found
}

test(
  'checkout and portal have no accessibility finding, in light or dark, and fit a phone',
  slow,
  async ({ page, urls, email, expectedConsole }) => {
    expectedConsole.push(/status of 4\d\d/)
    const token = await storeSession(page, urls.demo, urls.api, 'app_demo', email)
    await page.goto(await beginPurchase(urls, token, 'prc_pro-monthly'))
    expect.soft(await faults(page), 'the checkout').toEqual([])
    await payWith(page, 'generic-decline')
    await expect(page.getByRole('alert')).toBeVisible()
    expect.soft(await faults(page), 'the checkout after a refusal').toEqual([])
    await payWith(page)
    await page.waitForURL('**/pricing.html')
    await openPortal(page, urls)
    expect.soft(await faults(page), 'the portal').toEqual([])
    await page.goto(`${urls.api}/test/checkout?session=none`)
    expect.soft(await faults(page), 'a checkout that does not exist').toEqual([])
    await page.goto(`${urls.api}/test/portal?session=none`)
    expect.soft(await faults(page), 'a portal that does not exist').toEqual([])
  },
)
