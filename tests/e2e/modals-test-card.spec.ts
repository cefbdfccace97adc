import type { Page } from '@playwright/test'
import { callOpenModal, expectModalGone, modalResult, openModal } from './account-modals'
import { beginPurchase, payWith } from './checkout'
import { expect, test } from './product-test'
import { storeSession } from './store-session'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test('the video plays muted and repeats', async ({ page, urls }) => {
  const dialog = await openModal(page, urls.demo, 'TEST_CARD')
  const video = dialog.locator('video')
  const state = () =>
    video.evaluate((one) => (one instanceof HTMLVideoElement ? { at: one.currentTime, paused: one.paused } : null))
  await expect.poll(async () => (await state())?.at).toBeGreaterThan(0)
  expect(await video.evaluate((one) => one instanceof HTMLVideoElement && one.muted && one.loop)).toBe(true)
  await video.evaluate((one) => one instanceof HTMLVideoElement && (one.currentTime = one.duration - 0.2))
  // It loops.
  await expect.poll(async () => (await state())?.at).toBeLessThan(3)
  expect((await state())?.paused).toBe(false)
})

test('it does not play by itself with reduced motion', async ({ page, urls }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const dialog = await openModal(page, urls.demo, 'TEST_CARD')
  const video = dialog.locator('video')
  await expect.poll(() => video.evaluate((one) => one instanceof HTMLVideoElement && one.readyState)).toBeGreaterThan(0)
  expect(await video.evaluate((one) => one instanceof HTMLVideoElement && one.paused)).toBe(true)
})

test('without the video, which a page may block, everything else works', async ({ page, urls, expectedConsole }) => {
  expectedConsole.push(/Failed to load resource/)
  await page.route('**/media/**', (route) => route.abort())
  const dialog = await openModal(page, urls.demo, 'TEST_CARD')
  await expect(dialog.locator('video')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Copy test card' }).click()
  expect(await clipboard(page)).toBe('4242 4242 4242 4242')
})

test('all cards of the menu are visible in a low window', async ({ page, urls }) => {
  await page.setViewportSize({ width: 1366, height: 657 })
  const dialog = await openModal(page, urls.demo, 'TEST_CARD')
  await dialog.getByRole('button', { name: 'Other test cards' }).click()
  for (const item of await dialog.getByRole('menuitem').all()) await expect(item).toBeInViewport({ ratio: 1 })
})

test('the keyboard alone chooses a card, and Escape closes the menu before the dialog', async ({ page, urls }) => {
  const dialog = await openModal(page, urls.demo, 'TEST_CARD')
  const copy = dialog.getByRole('button', { name: 'Copy test card' })
  await expect(copy).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => clipboard(page)).toBe('4242 4242 4242 4242')
  await page.keyboard.press('Tab')
  const opener = dialog.getByRole('button', { name: 'Other test cards' })
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('menuitem', { name: 'Visa 4000 0566 5566 5556' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('menu')).toHaveCount(0)
  await expect(opener).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(dialog.getByRole('menuitem', { name: /^Insufficient funds/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('menu')).toHaveCount(0)
  expect(await clipboard(page)).toBe('4000 0000 0000 9995')
  await expect(dialog.getByRole('button', { name: 'Copied' })).toHaveCSS('background-color', 'rgb(23, 102, 58)')
  await expect(copy).toBeVisible()
  await page.keyboard.press('Escape')
  await expectModalGone(dialog.page())
  expect(await modalResult(page)).toEqual({ type: 'CLOSED' })
})

test('the menu closes on a click outside, and Tab continues from its button', async ({ page, urls }) => {
  const dialog = await openModal(page, urls.demo, 'TEST_CARD')
  const opener = dialog.getByRole('button', { name: 'Other test cards' })
  await opener.click()
  await dialog.getByRole('heading').click()
  await expect(dialog.getByRole('menu')).toHaveCount(0)
  await opener.click()
  await expect(dialog.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('menu')).toHaveCount(0)
  await expect(dialog.getByRole('link', { name: 'Full list of test cards' })).toBeFocused()
})

test('without the close button Escape means “continue”', async ({ page, urls }) => {
  const dialog = await openModal(page, urls.demo, 'TEST_CARD', { hideCloseButton: true })
  await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCount(0)
  await page.mouse.click(5, 5)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await modalResult(page)).toEqual({ type: 'CONTINUE', data: null })
  await expectModalGone(dialog.page())
  await callOpenModal(page, 'TEST_CARD')
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeVisible()
})

test('the test checkout offers the cards, and a card number copied there pays', async ({ page, urls, email }) => {
  const token = await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await page.goto(await beginPurchase(urls, token, 'prc_pro-monthly'))
  await page.getByRole('button', { name: 'Test cards' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Copy test card' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const number = page.getByLabel('Card number', { exact: true })
  await expect(number).toBeFocused()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(number).toHaveValue('4242 4242 4242 4242')
  await payWith(page)
  await page.waitForURL(`${urls.demo}/pricing.html`)
})

test('without the widget the checkout lists the cards', async ({ page, urls, email, expectedConsole }) => {
  expectedConsole.push(/Failed to load resource/)
  await page.route('**/membership.js', (route) => route.abort())
  const token = await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await page.goto(await beginPurchase(urls, token, 'prc_pro-monthly'))
  await expect(page.getByRole('button', { name: 'Test cards' })).toHaveCount(0)
  await page.locator('summary', { hasText: 'Test cards' }).click()
  await expect(page.getByText('4000 0000 0000 0002')).toBeVisible()
})
