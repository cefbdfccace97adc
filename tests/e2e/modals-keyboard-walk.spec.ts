import type { Locator, Page } from '@playwright/test'
import { expectModalGone, openModal, password } from './account-modals'
import { openState, overlayOf, provoked, screenNames } from './gallery'
import { codeFromMailbox } from './mailbox'
import { expect, test } from './product-test'
import { signUp } from './sign-up'
import { storeSession } from './store-session'
import { holdBack } from './trusttag-forms'

/** What the Tab key has to reach, by position; and which of it has the focus, or -1. */
const reachable = (dialog: Locator): Promise<{ names: string[]; focused: number }> =>
  overlayOf(dialog).evaluate((overlay) => {
    const all = [...overlay.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, summary, video')]
    const root = overlay.getRootNode()
    const active = root instanceof ShadowRoot ? root.activeElement : null
    const stops = all.filter(
      (one) =>
        one.checkVisibility() && one.tabIndex >= 0 && !one.matches(':disabled') && !one.closest('[aria-hidden=true]'),
    )
    return {
      names: stops.map((one) => one.getAttribute('aria-label') ?? (one.textContent || one.localName)),
      focused: stops.findIndex((one) => one === active),
    }
  })

/** Walks around the dialog. @returns what the key did not come to, and how many steps in a row the focus was outside */
async function walk(page: Page, dialog: Locator, key: 'Tab' | 'Shift+Tab') {
  const { names } = await reachable(dialog)
  const met = new Set<number>()
  let outside = 0
  let longest = 0
  // A video has several controls.
  for (let step = 0; step < names.length + 8; step += 1) {
    await page.keyboard.press(key)
    const { focused } = await reachable(dialog)
    if (focused >= 0) met.add(focused)
    outside = (await dialog.evaluate((one) => one.matches(':focus-within'))) ? 0 : outside + 1
    longest = Math.max(longest, outside)
  }
  return { missed: names.filter((_name, index) => !met.has(index)), outside: longest }
}

for (const screen of screenNames) {
  test(`the Tab key reaches all of the ${screen} screen and nothing behind it; Escape gives the focus back`, async ({
    page,
    urls,
    expectedConsole,
  }) => {
    expectedConsole.push(provoked)
    const dialog = await openState(page, urls.demo, { screen, state: 'empty' })
    await page.keyboard.press('Escape')
    await expectModalGone(page)
    const opener = page.getByRole('button', { name: 'Show it again' })
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-gallery', 'ready')
    for (const key of ['Tab', 'Shift+Tab'] as const) {
      const { missed, outside } = await walk(page, dialog, key)
      expect.soft(missed, key).toEqual([])
      // From the last control the key goes to the browser’s own frame, and comes back.
      expect.soft(outside, key).toBeLessThanOrEqual(1)
    }
    await page.keyboard.press('Escape')
    await expectModalGone(page)
    await expect(opener).toBeFocused()
  })
}

test('by keyboard alone: arrows lead through the tabs of the profile, Enter opens and saves, Escape asks', async ({
  page,
  urls,
  email,
}) => {
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  const dialog = await openModal(page, urls.demo, 'PROFILE')
  const entry = (name: string) => dialog.getByRole('navigation').getByRole('button', { name })
  await expect(dialog.getByRole('heading', { name: 'Profile Information' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(entry('Logout')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(entry('Profile')).toBeFocused()
  await page.keyboard.press('End')
  await expect(entry('Logout')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(entry('Security')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Security' })).toBeFocused()
  await expect(dialog.getByRole('heading', { name: 'How you log in' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Change Password' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Current password')).toBeFocused()
  await dialog.getByRole('button', { name: 'Back' }).press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Security' })).toBeFocused()

  await entry('Security').focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  const company = dialog.getByLabel('Company')
  await company.fill('Analytical Engines')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
  await company.fill('Difference Engines')
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(company).toBeFocused()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Discard changes' }).press('Enter')
  await expectModalGone(page)
})

for (const way of ['typed', 'pasted'] as const) {
  test(`a code that is ${way} is sent with its last digit`, async ({ page, context, urls, email }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: urls.demo })
    await signUp(urls.api, { email, password })
    const dialog = await openModal(page, urls.demo, 'LOGIN', { passwordless: true })
    await expect(dialog.getByLabel('Email address')).toBeFocused()
    await page.keyboard.type(email)
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Digit 1 of 6')).toBeFocused()
    const code = await codeFromMailbox(urls.api, email)
    if (way === 'typed') await page.keyboard.type(code)
    else {
      // As mails write it.
      await page.evaluate((text) => navigator.clipboard.writeText(text), ` ${code.slice(0, 3)} ${code.slice(3)} `)
      await page.keyboard.press('ControlOrMeta+V')
    }
    await expect(page.getByRole('heading', { name: 'Members only', includeHidden: true })).toBeAttached()
  })
}

/** Screens of buttons alone, which focus nothing by themselves. */
const withoutFields = [
  'add-passkey, empty',
  'delete-member, empty',
  'join-team, empty',
  'login, providers-only',
  'login-link, empty',
  'passwordless-token, link-only',
  'reauthenticate, by-provider',
  'reauthenticate, log-in-again',
  'second-factor, passkey-only',
] as const

for (const place of withoutFields)
  test(`the focus stays in the dialog when its app comes late: ${place}`, async ({ page, urls, expectedConsole }) => {
    expectedConsole.push(provoked)
    const [screen = '', state = ''] = place.split(', ')
    // Logs in where a member is needed.
    await openState(page, urls.demo, { screen, state })
    const app = await holdBack(page, `${urls.api}/app-member*`)
    const opened = openState(page, urls.demo, { screen, state })
    const loading = page.locator('dialog[open] [part=loading]')
    await loading.waitFor()
    expect(app.count()).toBeGreaterThan(0)
    app.release()
    const dialog = await opened
    await expect(loading).toHaveCount(0)
    await expect.poll(() => overlayOf(dialog).evaluate((overlay) => overlay.matches(':focus-within'))).toBe(true)
  })
