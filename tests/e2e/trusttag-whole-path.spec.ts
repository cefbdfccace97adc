import type { Page } from '@playwright/test'
import { sampleImage } from '../support/sample-images'
import { arrive } from './arrive'
import { answerAll } from './assessment'
import { payWith } from './checkout'
import { mailsTo, verifyEmail } from './mailbox'
import { expect, test } from './product-test'
import { recordShifts } from './record-shifts'
import { joinInDialog } from './trusttag-dialog'
import { PASSWORD } from './trusttag-forms'
import { slowUnless } from './slow-tier'

/** Phone and desktop, light and dark. */
const looks = [
  { width: 360, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const

for (const { width, colorScheme } of looks)
  test(
    `from the first page to an employer who checks the TrustTag, ${width} px wide, ${colorScheme}`,
    slowUnless(width === 360),
    async ({ page, browser, urls, email }, info) => {
      test.setTimeout(300_000)
      const look = { viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' } as const
      await page.setViewportSize(look.viewport)
      await page.emulateMedia(look)
      // From the payment on, everything arrives later than the page.
      await page.addInitScript(recordShifts)
      let station = 0
      const photograph = async (name: string, shown: Page = page): Promise<void> => {
        station += 1
        expect.soft(await shiftsOf(shown), `${name} moves`).toBeLessThanOrEqual(0.05)
        await shown.screenshot({
          path: info.outputPath(`${String(station).padStart(2, '0')}-${name}.png`),
          fullPage: true,
        })
        await shiftsOf(shown)
        const over = await shown.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect.soft(over, `${name} runs over`).toBeLessThanOrEqual(0)
      }

      await arrive(page, urls.site)
      await photograph('home')
      await page.getByRole('main').getByRole('link', { name: 'Create TrustTag' }).first().click()
      await page.getByRole('button', { name: /^Skilled Trades & Construction/ }).click()
      await photograph('skills')
      await page.getByRole('button', { name: 'Carpenter', exact: true }).click()
      await expect(page.getByText('Question 1 of 10', { exact: true })).toBeVisible()
      await photograph('question')
      await answerAll(page, 'Carpenter')
      await expect(page.getByText('100%', { exact: true })).toBeVisible()
      const samples = page.getByRole('region', { name: 'Show your work' })
      const photo = { name: 'staircase.jpg', mimeType: 'image/jpeg', buffer: await sampleImage('jpeg', 600, 400) }
      await samples.getByLabel('Choose Files').setInputFiles([photo])
      await photograph('result-of-a-visitor')

      await samples.getByRole('link', { name: 'Sign Up' }).click()
      await expect(page.getByRole('dialog').getByLabel(/^Email/)).toBeVisible()
      await photograph('sign-up')
      await joinInDialog(page, email)
      await expect(page.getByRole('heading', { name: 'Uploaded Files (1)' })).toBeVisible()
      await photograph('result-of-a-member')

      // Practice does not count: the counted questions come after the verified email.
      await verifyEmail(urls.api, email, PASSWORD)
      await page.getByRole('button', { name: 'Take the Test That Counts' }).click()
      await expect(page.getByText('This attempt counts.')).toBeVisible()
      await expect(page.getByText('20 minutes left')).toBeVisible()
      await photograph('counted-question')
      await answerAll(page, 'Carpenter')
      await expect(page.getByText('100%', { exact: true })).toBeVisible()
      await expect(page.getByText('likely 88–100 · 10 questions')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Uploaded Files (1)' })).toBeVisible()
      await photograph('result')

      await page.locator('.completion').getByRole('link', { name: 'Create TrustTag' }).click()
      await page.getByRole('radio', { name: 'Single TrustTag' }).check()
      const summary = page.getByRole('region', { name: 'Summary' })
      await expect(summary).toContainText('Carpenter, 100%')
      await photograph('checkout')
      await summary.getByRole('button', { name: 'Create TrustTags' }).click()
      await page.waitForURL('**/test/checkout?**')
      await photograph('payment')
      await payWith(page)

      await expect(page.getByRole('region', { name: 'Thank you. We received your payment.' })).toContainText(email)
      await photograph('paid')
      const name = page.getByLabel('Name on the TrustTag')
      await expect(name).toHaveValue('Grace Hopper')
      await page.getByRole('radio', { name: 'Public' }).check()
      await page.getByRole('button', { name: 'Issue TrustTag' }).click()
      await expect(page.getByRole('heading', { name: 'Your TrustTag for Carpenter is issued' })).toBeVisible()
      await photograph('issued')
      const link = (await page.locator('.issued-link a').textContent()) ?? ''
      const id = link.split('/').at(-1) ?? ''
      expect(id).toMatch(/^TT-TEST-[A-Z]{2}\d{16}$/)

      await page.goto(`${urls.site}/profile`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Hopper')
      await expect(page.getByRole('tabpanel', { name: 'My TrustTags' })).toContainText(id)
      await photograph('profile')
      // The receipt, and the mail about the issued TrustTag.
      await expect
        .poll(async () => (await mailsTo(urls.api, email)).some(({ subject }) => subject.includes(id)))
        .toBe(true)

      const elsewhere = await browser.newContext({ ...look, locale: 'en-US' })
      const employer = await elsewhere.newPage()
      const result = employer.getByRole('region', { name: 'Result', exact: true })
      await arrive(employer, urls.site)
      await employer.getByLabel('TrustTag ID').fill(id.toLowerCase())
      await employer.getByLabel('TrustTag ID').press('Enter')
      await expect(employer.getByRole('heading', { name: 'Valid TrustTag' })).toBeVisible()
      for (const fact of ['Grace Hopper', 'Carpenter', '100%', id]) await expect(result).toContainText(fact)
      await photograph('employer-by-id', employer)

      const answer = await employer.goto(link)
      expect(answer?.status()).toBe(200)
      expect(await answer?.text()).toContain('Carpenter')
      await expect(employer.getByRole('heading', { name: 'Valid TrustTag' })).toBeVisible()
      await expect(employer).toHaveTitle(/Carpenter/)
      await photograph('employer-by-link', employer)
      await elsewhere.close()
    },
  )

/** The layout shifts since the last question; a picture of the whole page moves things, too. */
const shiftsOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window.shifts?.splice(0) ?? []).reduce((sum, { value }) => sum + value, 0))
