import type { Page } from '@playwright/test'
import { runNode } from '../support/run-process'
import { findings, rulesIn } from './axe-findings'
import { expect, test } from './product-test'
import type { ProductUrls } from './product-test'
import { buyPackage, earnTag, returnToSite } from './trusttag-holders'
import { slow } from './slow-tier'

/** `npm run owner -- link`, while the server runs. */
async function makeLink(urls: ProductUrls): Promise<string> {
  const env = { DATA_DIR: process.env['PRODUCT_DATA_DIR'], PUBLIC_API_URL: urls.api }
  const running = runNode(['commands/run.mjs', 'owner', 'link', '--json'], { env })
  const { code } = await running.ended
  if (code !== 0) throw new Error(running.output())
  const answer: { url: string } = JSON.parse(running.output())
  return answer.url
}

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

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test(
  'an owner opens a link, revokes, refunds, writes notes, and logs out',
  slow,
  async ({ page, urls, email, expectedConsole }) => {
    test.setTimeout(300_000)
    expectedConsole.push(/status of 4\d\d/)
    const token = await returnToSite(page, urls, email)
    const { trustTagId } = await earnTag(urls, token, 'Cook')
    const { id: purchaseId } = await buyPackage(urls, token, 'three')

    const link = await makeLink(urls)
    await page.goto(link)
    expect.soft(await faults(page), 'the door').toEqual([])
    await page.getByRole('button', { name: 'Open' }).click()
    await expect(heading(page)).toHaveText('Members')
    await expect(rowOf(page, email)).toHaveCount(1)
    await expect(page).toHaveURL(`${urls.api}/owner`)

    for (const name of ['Assessments', 'Questions', 'Purchases', 'Inquiries', 'Sign-ups', 'Audit log', 'TrustTags']) {
      await page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name }).click()
      await expect(heading(page)).toHaveText(name)
      expect.soft(await faults(page), name).toEqual([])
    }

    await rowOf(page, trustTagId)
      .getByRole('link', { name: `Revoke ${trustTagId}` })
      .click()
    await expect(heading(page)).toHaveText(`Revoke: ${trustTagId}`)
    expect.soft(await faults(page), 'before a TrustTag is revoked').toEqual([])
    await page.getByLabel('Reason').fill('   ')
    await page.getByRole('button', { name: 'Revoke this TrustTag' }).click()
    await expect(page.getByRole('alert')).toContainText('Enter a reason.')
    expect.soft(await faults(page), 'without a reason').toEqual([])
    await page.getByLabel('Reason').fill('Somebody else sat the test.')
    await page.getByRole('button', { name: 'Revoke this TrustTag' }).click()
    await expect(page.getByRole('status')).toContainText('The TrustTag was revoked.')
    await expect(rowOf(page, trustTagId)).toContainText('Somebody else sat the test.')

    await page.getByRole('link', { name: 'Purchases' }).click()
    await rowOf(page, purchaseId).getByRole('link', { name: 'Note' }).click()
    await page.getByLabel('Note').fill('Paid by her employer')
    await page.getByRole('button', { name: 'Save note' }).click()
    await expect(rowOf(page, purchaseId)).toContainText('Paid by her employer')
    await rowOf(page, purchaseId).getByRole('link', { name: 'Refund' }).click()
    await page.getByRole('button', { name: 'Refund unused credits' }).click()
    await expect(rowOf(page, purchaseId)).toContainText('refunded')

    await page.getByRole('link', { name: 'Audit log' }).click()
    for (const act of ['tag.revoke', 'purchase.note', 'purchase.refund'])
      await expect(rowOf(page, act).filter({ hasText: act === 'tag.revoke' ? trustTagId : purchaseId })).toHaveCount(1)

    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(heading(page)).toHaveText('You are not logged in')
    expect.soft(await faults(page), 'after the log-out').toEqual([])
    await page.goto(link)
    await page.getByRole('button', { name: 'Open' }).click()
    await expect(heading(page)).toHaveText('This link is no longer valid')

    await page.goto(`${urls.site}/verify/${trustTagId}`)
    await expect(page.getByText('Somebody else sat the test.')).toBeVisible()
  },
)

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the page still works', async ({ page, urls }) => {
    await page.goto(await makeLink(urls))
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByRole('link', { name: 'Audit log' }).click()
    await expect(rowOf(page, 'owner.login').first()).toBeVisible()
  })
})
