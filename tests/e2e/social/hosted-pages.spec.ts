import type { Page } from '@playwright/test'
import { colourRules, findings } from '../axe-findings'
import { expect, test } from '../product-test'
import { slow } from '../slow-tier'

/** Opens the window from a page that records its messages. */
async function openWindow(page: Page, urls: { api: string; demo: string }, parameters: Record<string, string>) {
  await page.goto(`${urls.demo}/index.html`)
  const own = { appId: 'app_demo', publicKey: 'pk_sb_demo', opener_origin: urls.demo, state: 'opener-state' }
  const address = `${urls.api}/auth-provider/login?${new URLSearchParams({ ...own, ...parameters })}`
  const opening = page.waitForEvent('popup')
  await page.evaluate((url) => {
    const told: { origin: string; data: unknown }[] = []
    Object.assign(window, { told })
    addEventListener('message', ({ origin, data }) => void told.push({ origin, data }))
    open(url, 'login', 'width=600,height=700')
  }, address)
  const popup = await opening
  await popup.waitForLoadState()
  return popup
}

const told = (page: Page): Promise<{ origin: string; data: Record<string, unknown> }[]> =>
  page.evaluate(() => Object(window).told)

/** The window may be gone before the key is up. */
async function pressUntilClosed(popup: Page): Promise<void> {
  const closed = popup.waitForEvent('close')
  await popup.keyboard.press('Enter').catch(() => {})
  await closed
}

/** No axe findings in both color schemes, and no horizontal scrolling at any width. */
async function expectSound(popup: Page): Promise<void> {
  for (const width of [360, 600, 1280]) {
    await popup.setViewportSize({ width, height: 700 })
    const overflow = await popup.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect.soft(overflow, `${popup.url()} at ${width}`).toBeLessThanOrEqual(0)
  }
  await popup.emulateMedia({ colorScheme: 'light' })
  expect.soft(await findings(popup)).toEqual([])
  await popup.emulateMedia({ colorScheme: 'dark' })
  expect.soft(await findings(popup, colourRules)).toEqual([])
}

test(
  'by keyboard alone: a wrong email address, a right one, and the window closes',
  slow,
  async ({ page, urls, email }) => {
    const popup = await openWindow(page, urls, { provider: 'google', allowSignup: 'true' })
    await expectSound(popup)
    const field = popup.getByLabel('Email')
    await expect(field).toBeFocused()
    await popup.keyboard.type('ann')
    await popup.keyboard.press('Enter')
    await expect(popup.getByRole('alert')).toHaveText('Please enter a valid email address.')
    await expect(field).toHaveValue('ann')
    await expectSound(popup)
    await field.fill(email)
    await popup.keyboard.press('Tab')
    await expect(popup.getByRole('checkbox')).toBeFocused()
    await popup.keyboard.press('Space')
    await popup.keyboard.press('Tab')
    await expect(popup.getByRole('button', { name: 'Continue' })).toBeFocused()
    await pressUntilClosed(popup)
    const [answer, ...more] = await told(page)
    expect([answer?.origin, more]).toEqual([urls.api, []])
    expect(answer?.data).toMatchObject({
      state: 'opener-state',
      data: { member: { auth: { email }, verified: false }, tokens: { accessToken: expect.any(String) } },
    })
  },
)

test('an error is shown at once and stays until it is closed', slow, async ({ page, urls }) => {
  const popup = await openWindow(page, urls, { provider: 'facebook' })
  await expect(popup.getByText('Facebook does not guarantee')).toBeVisible()
  await expectSound(popup)
  await popup.getByRole('button', { name: 'Cancel' }).click()
  await expect(popup.getByText('You canceled the login.')).toBeVisible()
  await expectSound(popup)
  await expect
    .poll(() => told(page))
    .toMatchObject([{ origin: urls.api, data: { error: { code: 'provider-cancelled' } } }])
  const close = popup.getByRole('button', { name: 'Close' })
  await close.focus()
  await pressUntilClosed(popup)
})

test('if the opener is gone the window reports it, without console messages', slow, async ({ page, urls, email }) => {
  const popup = await openWindow(page, urls, { provider: 'google', allowSignup: 'true' })
  const problems: string[] = []
  popup.on('console', (message) => void problems.push(message.text()))
  popup.on('pageerror', (error) => void problems.push(error.message))
  await page.close()
  await popup.getByLabel('Email').fill(email)
  await popup.getByRole('button', { name: 'Continue' }).click()
  await expect(popup.getByText('The page that opened this window is gone.')).toBeVisible()
  await expect(popup.getByText('You are logged in on the site.')).toBeHidden()
  await expectSound(popup)
  expect(await popup.content()).not.toContain('accessToken')
  expect(problems).toEqual([])
})

test('a window that another page opens in the site’s name sends that page nothing', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  // The browser logs undelivered messages.
  expectedConsole.push(/postMessage/)
  const popup = await openWindow(page, urls, { provider: 'google', allowSignup: 'true', opener_origin: urls.site })
  await popup.getByLabel('Email').fill(email)
  await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Continue' }).click()])
  expect(await told(page)).toEqual([])
})
