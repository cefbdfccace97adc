import { arrive } from './arrive'
import { findings, rulesIn } from './axe-findings'
import { as, callTrustTag } from './pass-assessment'
import { expect, test } from './product-test'
import { slowUnless } from './slow-tier'
import { earnTag, returnToSite } from './trusttag-holders'

interface Profile {
  slug: string
  views: number
}

test('an employer reads a public profile, and checks its TrustTags', async ({ page, urls, email, browser }) => {
  const token = await returnToSite(page, urls, email)
  const shown = await earnTag(urls, token, 'Carpenter', 'PUBLIC')
  const hidden = await earnTag(urls, token, 'Cook', 'LINK')
  const own = () => callTrustTag<Profile>(urls, as(token), 'GET', '/trusttag/profile')
  const { slug } = await own()

  const stranger = await browser.newContext()
  const reading = await stranger.newPage()
  await arrive(reading, `${urls.site}/t/${slug}`)
  await expect(reading.getByRole('heading', { level: 1 })).toHaveText('Grace Hopper')
  await expect(reading).toHaveTitle('Grace Hopper · TrustTag')
  await expect(reading.getByRole('article')).toHaveCount(2)
  await expect(reading.locator('main')).toContainText(shown.trustTagId)
  await expect(reading.locator('main')).not.toContainText(hidden.trustTagId)
  expect((await own()).views).toBe(1)
  await reading.getByRole('link', { name: 'Check Carpenter' }).click()
  await expect(reading.getByRole('heading', { name: 'Valid TrustTag' })).toBeVisible()
  await stranger.close()

  // The holder's own views do not count.
  await arrive(page, `${urls.site}/t/${slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Hopper')
  expect((await own()).views).toBe(1)
})

test('a turned-off profile looks like an unknown one', async ({ page, urls, email, expectedConsole }) => {
  expectedConsole.push(/status of 404/, /The call getPublicProfile failed/)
  const token = await returnToSite(page, urls, email)
  await earnTag(urls, token, 'Carpenter', 'PUBLIC')
  const { slug } = await callTrustTag<Profile>(urls, as(token), 'PATCH', '/trusttag/profile', { publicProfile: false })
  for (const path of [`/t/${slug}`, '/t/nobody', '/t']) {
    await arrive(page, urls.site + path)
    await expect(page.getByRole('heading', { name: 'There is no public profile here' })).toBeVisible()
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  }
  expect(await findings(page)).toEqual([])
})

for (const width of [360, 768, 1280])
  test(
    `no public profile has an accessibility finding or runs over at ${width} px`,
    slowUnless(width === 360),
    async ({ page, urls, email }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const token = await returnToSite(page, urls, email)
      await earnTag(urls, token, 'A skill with quite a long name of its own, typed in by somebody', 'PUBLIC')
      await earnTag(urls, token, 'Electrician', 'PUBLIC')
      const { slug } = await callTrustTag<Profile>(urls, as(token), 'GET', '/trusttag/profile')
      await page.setViewportSize({ width, height: 800 })
      await arrive(page, `${urls.site}/t/${slug}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Hopper')
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect.soft(await findings(page, rulesIn(colorScheme)), colorScheme).toEqual([])
      }
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(over).toBeLessThanOrEqual(0)
    },
  )
