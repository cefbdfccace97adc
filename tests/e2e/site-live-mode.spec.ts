import type { Browser } from '@playwright/test'
import { mailsTo } from './mailbox'
import { expect, test } from './product-test'
import { slow } from './slow-tier'

const PASSWORD = 'a-good-password'

/** Whether a login works with this public key, which belongs to one mode. */
async function opensWith(api: string, key: string, email: string): Promise<boolean> {
  const answer = await fetch(`${api}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': key },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  return answer.ok
}

interface TraceEvent {
  name: string
  args: { beginData?: { stackTrace?: { url: string }[] } }
}

/** What scripts make the browser style or lay out at once, before the next frame: the scripts' URLs. */
async function forcedLayouts(browser: Browser, url: string): Promise<string[]> {
  const context = await browser.newContext({ isMobile: true, viewport: { width: 412, height: 823 } })
  const page = await context.newPage()
  const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline.stack']
  await browser.startTracing(page, { categories })
  await page.goto(url)
  await page.waitForFunction(() => window.$memberstackReady)
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(String(await browser.stopTracing()))
  await context.close()
  const work = traceEvents.filter(({ name }) => name === 'UpdateLayoutTree' || name === 'Layout')
  expect(work.length).toBeGreaterThan(0)
  return work.flatMap(({ args }) => args.beginData?.stackTrace?.at(-1)?.url ?? [])
}

test('on a phone the membership script, which runs late, does not force the page’s layout', async ({
  browser,
  urls,
}) => {
  const live = urls.site.replace('//localhost', '//live.localhost')
  const forced = await forcedLayouts(browser, `${live}/skills`)
  expect(forced.filter((url) => url.includes('/membership.js'))).toEqual([])
})

test(
  'on its live domain the site signs up live members, accepts messages, and is canonical under its own URL',
  slow,
  async ({ page, urls, email }) => {
    const live = urls.site.replace('//localhost', '//live.localhost')
    expect(live).not.toBe(urls.site)
    await page.goto(`${live}/signup`)
    await expect(page.locator('link[rel=canonical]')).toHaveCount(0)
    await page.getByLabel('First Name').fill('Grace')
    await page.getByLabel('Last Name').fill('Hopper')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByLabel('Phone').fill('+1 555 0100')
    await page.locator('main button[type=submit]').click()
    await expect(page).toHaveURL(`${live}/profile`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Hopper')
    expect(await opensWith(urls.api, 'pk_trusttag', email)).toBe(true)
    expect(await opensWith(urls.api, 'pk_sb_trusttag', email)).toBe(false)

    await page.goto(`${live}/contact`)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${urls.site}/contact`)
    const before = (await mailsTo(urls.api, email)).length
    await page.getByLabel('Name').fill('Grace')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Message').fill('Do you test beekeepers?')
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible()
    await expect.poll(async () => (await mailsTo(urls.api, email)).length).toBe(before + 1)
  },
)

test('on any other host the site runs in Test Mode', async ({ page, urls, email }) => {
  await page.goto(`${urls.site.replace('//localhost', '//127.0.0.1')}/signup`)
  await page.getByLabel('First Name').fill('Grace')
  await page.getByLabel('Last Name').fill('Hopper')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByLabel('Phone').fill('+1 555 0100')
  await page.locator('main button[type=submit]').click()
  await expect(page).toHaveURL(/\/profile$/)
  expect(await opensWith(urls.api, 'pk_sb_trusttag', email)).toBe(true)
  expect(await opensWith(urls.api, 'pk_trusttag', email)).toBe(false)
})
