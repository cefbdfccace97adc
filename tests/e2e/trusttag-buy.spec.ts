import type { Page } from '@playwright/test'
import { arrive } from './arrive'
import { findings, rulesIn } from './axe-findings'
import { payWith } from './checkout'
import { linkFromMailbox, mailsTo, verifyEmail } from './mailbox'
import { as, callTrustTag, passAssessment } from './pass-assessment'
import { expect, test } from './product-test'
import { slow, slowUnless } from './slow-tier'
import { buyPackage, returnToSite } from './trusttag-holders'
import { PASSWORD } from './trusttag-forms'

const summary = (page: Page) => page.getByRole('region', { name: 'Summary' })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const choose = (page: Page, name: string) => page.getByRole('radio', { name }).check()

/** In both color schemes. */
async function expectNoFindings(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect.soft(await findings(page, rulesIn(colorScheme)), `${what}, ${colorScheme}`).toEqual([])
  }
}

test('a visitor who practised signs up in the dialog, pays, passes, and issues the TrustTag', async ({
  page,
  urls,
  email,
}) => {
  const { visitorToken = '', id } = await passAssessment(urls, {}, 'Cook')
  await page.addInitScript((token) => localStorage.setItem('trusttagVisitor', token), visitorToken)
  await arrive(page, `${urls.site}/checkout?attempt=${id}`)
  await expect(page.getByRole('region', { name: 'Summary' })).toHaveCount(0)
  await choose(page, 'Single TrustTag')
  await expect(summary(page)).not.toContainText('Cook')
  await expectNoFindings(page, 'chosen')
  await summary(page).getByRole('button', { name: 'Create TrustTags' }).click()

  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First Name').fill('Grace')
  await dialog.getByLabel('Last Name').fill('Hopper')
  await dialog.getByLabel('Phone').fill('+1 555 0100')
  await dialog.getByLabel(/^Email/).fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByLabel('Password', { exact: true }).press('Enter')
  await payWith(page)

  await page.waitForURL(`${urls.site}/checkout?**`)
  await expect(heading(page)).toHaveText('Your purchase')
  await expect(page.getByRole('region', { name: 'Thank you. We received your payment.' })).toContainText(email)

  await verifyEmail(urls.api, email, PASSWORD)
  const token = await page.evaluate(() => window.$memberstackDom?.getMemberCookie() ?? '')
  await passAssessment(urls, as(token), 'Cook')
  await page.reload()
  const name = page.getByLabel('Name on the TrustTag')
  await expect(name).toHaveValue('Grace Hopper')
  await expectNoFindings(page, 'paid')
  await name.fill('Grace B. Hopper')
  await page.getByRole('radio', { name: 'Public' }).check()
  await page.getByRole('button', { name: 'Issue TrustTag' }).click()
  const issued = page.getByRole('heading', { name: 'Your TrustTag for Cook is issued' })
  await expect(issued).toBeFocused()
  await expect(page.locator('.credential')).toContainText('Grace B. Hopper')
  await expectNoFindings(page, 'issued')

  const link = await page.locator('.issued-link a').textContent()
  expect(link).toMatch(new RegExp(`^${urls.site}/verify/TT-TEST-CK\\d{16}$`))
  const subjects = (await mailsTo(urls.api, email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => /receipt/i.test(subject))).toHaveLength(1)

  await page.reload()
  await expect(page.getByRole('region', { name: 'Thank you. We received your payment.' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Issue TrustTag' })).toHaveCount(0)
  await page.goto(link ?? '')
  await expect(page.getByRole('heading', { name: 'Valid TrustTag' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Result', exact: true })).toContainText('Grace B. Hopper')
})

test('canceling the payment returns with the package selected, and allows a purchase', async ({
  page,
  urls,
  email,
}) => {
  await returnToSite(page, urls, email)
  await arrive(page, `${urls.site}/checkout`)
  await expect(page.getByText('You have no credits yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Create TrustTags' }).nth(1).click()
  await page.waitForURL('**/test/checkout?**')
  await page.getByRole('link', { name: /^Cancel/ }).click()
  await page.waitForURL(`${urls.site}/checkout?package=three`)
  await expect(page.getByRole('radio', { name: '3 TrustTags' })).toBeChecked()
  await summary(page).getByRole('button', { name: 'Create TrustTags' }).click()
  await page.waitForURL('**/test/checkout?**')
  // Going back leaves nothing busy.
  await page.goBack()
  await expect(summary(page).getByRole('button', { name: 'Create TrustTags' })).toBeEnabled()
  await summary(page).getByRole('button', { name: 'Create TrustTags' }).click()
  await payWith(page)
  await expect(page.getByText('You have 3 credits in your account.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Choose a skill' })).toBeVisible()
  await page.goto(`${urls.site}/checkout`)
  await expect(page.getByText('You have 3 credits.')).toBeVisible()
})

test('a failed purchase shows the product’s error, keeps the choice, and the next try works', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/, /The call createTagPurchase failed/)
  await returnToSite(page, urls, email)
  await arrive(page, `${urls.site}/checkout`)
  await page.route('**/trusttag/purchases', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await choose(page, '5 TrustTags')
  await summary(page).getByRole('button', { name: 'Create TrustTags' }).click()
  await expect(page.getByRole('alert')).toHaveText('There was an error processing your purchase. Please try again.')
  await expectNoFindings(page, 'failed')
  await page.unroute('**/trusttag/purchases')
  await summary(page).getByRole('button', { name: 'Create TrustTags' }).click()
  await page.waitForURL('**/test/checkout?**')
})

test('the free TrustTag needs a verified email, and is given once', async ({ page, urls, email, expectedConsole }) => {
  expectedConsole.push(/Failed to load resource/, /The call claimFreeTag failed/)
  const token = await returnToSite(page, urls, email, { verified: false })
  await arrive(page, `${urls.site}/checkout`)
  const offer = page.getByRole('region', { name: 'One TrustTag free, for a limited time' })
  await offer.getByRole('button', { name: 'Claim the free TrustTag' }).click()
  await expect(offer.getByRole('alert')).toHaveText('Please verify your email address first.')
  await expectNoFindings(page, 'not verified')
  await offer.getByRole('button', { name: 'Send the email again' }).click()
  await expect(offer).toContainText('We sent the email.')

  // The previous mail's link is void.
  await expect.poll(async () => (await mailsTo(urls.api, email)).length).toBe(2)
  await page.goto(await linkFromMailbox(urls.api, email, '/account/verify-email'))
  await page.getByLabel(/password/i).fill(PASSWORD)
  await page.getByRole('button', { name: /verify|confirm/i }).click()
  await expect
    .poll(() => callTrustTag<{ verified: boolean }>(urls, as(token), 'GET', '/member').then(({ verified }) => verified))
    .toBe(true)
  await page.goto(`${urls.site}/checkout`)
  await offer.getByRole('button', { name: 'Claim the free TrustTag' }).click()
  await expect(offer).toContainText('You have one free TrustTag.')
  await expect(page.getByText('You have 1 credit.')).toBeVisible()
  await offer.getByRole('button', { name: 'Claim the free TrustTag' }).click()
  await expect(offer.getByRole('alert')).toHaveText('This email address has already been used for a free TrustTag.')
})

test('an existing credit is used without buying, also by keyboard', slow, async ({ page, urls, email }) => {
  const token = await returnToSite(page, urls, email)
  await passAssessment(urls, as(token), 'Electrician')
  await buyPackage(urls, token, 'single')
  await arrive(page, `${urls.site}/checkout`)
  const way = page.getByRole('link', { name: 'Issue TrustTag' })
  await way.focus()
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Issue your TrustTag')
  await expect(heading(page)).toBeFocused()
  await expectNoFindings(page, 'issue')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Name on the TrustTag')).toBeFocused()
  await page.keyboard.press('Enter')
  // Nothing is preselected.
  await expect(page.getByText('Please choose who can see it.')).toBeVisible()
  await expectNoFindings(page, 'nothing chosen')
  await expect(page.getByRole('radio', { name: 'Public' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Link only' })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your TrustTag for Electrician is issued' })).toBeFocused()
})

for (const width of [360, 768, 1280])
  test(
    `nothing of buying and issuing runs over at ${width} px`,
    slowUnless(width === 360),
    async ({ page, urls, email }) => {
      await page.setViewportSize({ width, height: 800 })
      const token = await returnToSite(page, urls, email)
      await passAssessment(urls, as(token), 'A skill with quite a long name of its own, typed in by somebody')
      await buyPackage(urls, token, 'three')
      for (const query of ['package=three', 'purchase=latest', 'issue=']) {
        await arrive(page, `${urls.site}/checkout?${query}`)
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect.soft(over, query).toBeLessThanOrEqual(0)
      }
    },
  )
