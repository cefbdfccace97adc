import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { arrive } from './arrive'
import { findings, rulesIn } from './axe-findings'
import { as, callTrustTag, passAssessment } from './pass-assessment'
import { expect, test } from './product-test'
import { slow } from './slow-tier'
import { buyPackage, earnTag, returnToSite } from './trusttag-holders'

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const bar = (page: Page) => page.locator('.profile-bar output')

/** Clicks a button and saves its download. @returns name and first bytes */
async function download(page: Page, name: string): Promise<{ fileName: string; content: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
  return { fileName: file.suggestedFilename(), content: await readFile(await file.path()) }
}

test(
  'earned TrustTags are on the profile, and can be shared, downloaded and exported',
  slow,
  async ({ page, urls, email, context }) => {
    const token = await returnToSite(page, urls, email)
    const { trustTagId } = await earnTag(urls, token, 'Truck Driver (CDL)')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: urls.site })
    await arrive(page, `${urls.site}/profile`)
    const card = page.getByRole('article', { name: 'Truck Driver (CDL)' })
    for (const fact of ['Transportation & Logistics', '100%', trustTagId, 'Verified', 'Test'])
      await expect(card).toContainText(fact)
    await expect(page.getByText('1 verified TrustTag', { exact: true })).toBeVisible()

    await card.getByRole('button', { name: 'Share' }).click()
    await expect(bar(page)).toHaveText('The link to the TrustTag for Truck Driver (CDL) has been copied.')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${urls.site}/verify/${trustTagId}`)
    const day = new Date().toISOString().slice(0, 10)
    const name = `TrustTag-Truck-Driver-CDL-${trustTagId}`
    const certificate = await download(page, 'Download Certificate Truck')
    expect(certificate.fileName).toBe(`${name}.txt`)
    expect(certificate.content.toString()).toContain(trustTagId)
    const pdf = await download(page, 'Download Certificate as PDF')
    expect([pdf.fileName, pdf.content.subarray(0, 5).toString()]).toEqual([`${name}.pdf`, '%PDF-'])
    const list = await download(page, 'My TrustTags')
    expect(list.fileName).toBe(`TrustTag-Portfolio-${day}.txt`)
    expect(list.content.toString()).toContain(`/verify/${trustTagId}`)
    const archive = await download(page, 'Export Portfolio')
    expect([archive.fileName, archive.content.subarray(0, 2).toString()]).toEqual([
      `TrustTag-Portfolio-${day}.zip`,
      'PK',
    ])

    await tab(page, 'Settings').click()
    const mine = await download(page, 'Export My Data')
    expect(JSON.parse(mine.content.toString())).toMatchObject({ records: { members: [{ email }] } })
    await tab(page, 'Activity').click()
    await expect(page.locator('.log li strong')).toHaveText([
      'TrustTag shared',
      'TrustTag earned',
      'Assessment completed',
    ])
    await tab(page, 'My TrustTags').click()
    await card.getByRole('link', { name: 'View' }).click()
    await expect(page).toHaveURL(`${urls.site}/verify/${trustTagId}`)
    await expect(page.getByRole('heading', { name: 'Valid TrustTag' })).toBeVisible()
  },
)

test('visibility and settings are saved and applied', slow, async ({ page, urls, email, openTab, expectedConsole }) => {
  const token = await returnToSite(page, urls, email)
  const { trustTagId } = await earnTag(urls, token, 'Cook')
  await arrive(page, `${urls.site}/profile`)
  const choice = page.getByLabel('Who can see it: Cook')
  await expect(choice).toHaveValue('LINK')
  await choice.selectOption('Private')
  await expect(bar(page)).toHaveText('Saved.')
  expectedConsole.push(/status of 404/)
  const employer = await openTab()
  await employer.goto(`${urls.site}/verify/${trustTagId}`)
  await expect(employer.getByRole('heading', { name: 'Invalid TrustTag' })).toBeVisible()
  await choice.selectOption('Public')
  await expect(bar(page)).toHaveText('Saved.')
  await employer.reload()
  await expect(employer.getByRole('heading', { name: 'Valid TrustTag' })).toBeVisible()

  await tab(page, 'Settings').click()
  for (const name of ['Public Profile', 'Email Notifications', 'Share Analytics'])
    await page.getByRole('switch', { name: `${name} Enabled` }).click()
  await expect(page.getByRole('switch', { name: 'Share Analytics Disabled' })).toBeVisible()
  await expect(bar(page)).toHaveText('Saved.')
  await page.reload()
  for (const name of ['Public Profile', 'Email Notifications', 'Share Analytics'])
    await expect(page.getByRole('switch', { name: `${name} Disabled` })).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Enabled' })).toHaveCount(0)
})

test('an unsaved setting is reverted, and a failed download shows an error', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/, /The call \w+ failed/)
  await returnToSite(page, urls, email)
  await arrive(page, `${urls.site}/profile#settings`)
  await page.route('**/trusttag/{profile,portfolio}', (route) => route.abort())
  const alert = page.locator('.profile-bar [role="alert"]')
  await page.getByRole('switch', { name: 'Public Profile Enabled' }).click()
  await expect(alert).toHaveText('This could not be saved. Nothing was changed.')
  await expect(page.getByRole('switch', { name: 'Public Profile Enabled' })).toBeVisible()
  await tab(page, 'My TrustTags').click()
  await page.getByRole('button', { name: 'My TrustTags' }).click()
  await expect(alert).toHaveText('Download failed. Please try again.')
})

test('unused credits are refunded from the profile, after a confirmation', async ({ page, urls, email }) => {
  const token = await returnToSite(page, urls, email)
  await buyPackage(urls, token, 'three')
  await arrive(page, `${urls.site}/profile#settings`)
  const list = page.getByRole('region', { name: 'Credits and purchases' })
  await expect(list.getByRole('listitem')).toContainText('3 of 3 unused.')
  await list.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund 3 unused credits?' })
  await expect(dialog.getByRole('button', { name: 'Keep credits' })).toBeFocused()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(list.getByRole('button', { name: 'Refund' })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(bar(page)).toHaveText('Your refund is on its way. It may take a few days to appear on your statement.')
  await expect(list.getByRole('listitem')).toContainText('Refunded.')
  const { credits } = await callTrustTag<{ credits: object }>(urls, as(token), 'GET', '/trusttag/purchases')
  expect(credits).toMatchObject({ available: 0, refunded: 3 })
})

for (const width of [360, 768, 1280])
  test(
    `no tab of a full profile has an accessibility finding or runs over at ${width} px`,
    slow,
    async ({ page, urls, email }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const token = await returnToSite(page, urls, email)
      await earnTag(urls, token, 'Electrician', 'PUBLIC')
      await passAssessment(urls, as(token), 'A skill with quite a long name of its own, typed in by somebody')
      await buyPackage(urls, token, 'three')
      await page.setViewportSize({ width, height: 800 })
      await arrive(page, `${urls.site}/profile`)
      await expect(page.getByRole('region', { name: 'Ready to issue' })).toContainText('You have 3 credits.')
      for (const name of ['My TrustTags', 'Activity', 'Settings']) {
        await tab(page, name).click()
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          expect.soft(await findings(page, rulesIn(colorScheme)), `${name}, ${colorScheme}`).toEqual([])
        }
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect.soft(over, name).toBeLessThanOrEqual(0)
      }
      await tab(page, 'My TrustTags').click()
      await page.getByRole('link', { name: /^Issue TrustTag for A skill/ }).click()
      await expect(page.getByRole('button', { name: 'Issue TrustTag' })).toBeVisible()
    },
  )
