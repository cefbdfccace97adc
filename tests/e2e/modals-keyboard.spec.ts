import type { Page } from '@playwright/test'
import { expectModalGone, modalResult, openModal, password } from './account-modals'
import { codeFromMailbox } from './mailbox'
import { expect, test } from './product-test'
import { signUp } from './sign-up'
import { storeSession } from './store-session'

/** Presses Tab until this control has the focus; fails on a trap or missing control. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let step = 0; step < 30; step += 1) {
    const names = await page.evaluate(() => {
      let active = document.activeElement
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
      const labels = active instanceof HTMLInputElement ? [...(active.labels ?? [])].map((one) => one.textContent) : []
      return [active?.getAttribute('aria-label'), ...labels, active?.textContent].map((one) => one?.trim() ?? '')
    })
    if (names.some((one) => one !== '' && (typeof name === 'string' ? one === name : name.test(one)))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The tab key never came to ${String(name)}.`)
}

/** A dialog restores the focus of its opening: wait before pressing Tab. */
const hasTakenFocus = (page: Page) =>
  expect
    .poll(() =>
      page
        .getByRole('dialog')
        .evaluate((dialog) => dialog.matches(':focus-within'))
        .catch(() => false),
    )
    .toBe(true)

test('by keyboard alone: from the opener to a new account and out again', async ({ page, urls, email }) => {
  await page.goto(`${urls.demo}/modals/account.html`)
  await page.waitForFunction(() => window.$memberstackReady)
  await tabTo(page, 'Join')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Email address')).toBeFocused()
  await page.keyboard.type(email)
  await tabTo(page, 'Password')
  await page.keyboard.type(password)
  await tabTo(page, 'More details (optional)')
  await page.keyboard.press('Enter')
  await tabTo(page, 'First name')
  await page.keyboard.type('Ada')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Members only' })).toBeVisible()
  await tabTo(page, 'Your account')
  await page.keyboard.press('Enter')
  await hasTakenFocus(page)
  await tabTo(page, 'Security')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Delete account')
  await page.keyboard.press('Space')
  await tabTo(page, 'Cancel')
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Yes, Delete Account' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expectModalGone(page)
  await expect(page.getByRole('button', { name: 'Your account' })).toBeFocused()
})

test('by keyboard alone: a forgotten password', async ({ page, urls, email }) => {
  await signUp(urls.api, { email, password })
  await openModal(page, urls.demo, 'LOGIN')
  await tabTo(page, 'Forgot password?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Email address')).toBeFocused()
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Digit 1 of 6')).toBeVisible()
  await tabTo(page, 'Digit 1 of 6')
  await page.keyboard.type(await codeFromMailbox(urls.api, email))
  await tabTo(page, 'New password')
  await page.keyboard.type('another-password')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your password has been reset. Please login.')).toBeVisible()
  await tabTo(page, 'Password')
  await page.keyboard.type('another-password')
  await page.keyboard.press('Enter')
  expect(await modalResult(page)).toMatchObject({ type: 'LOGIN' })
})

test('the next screen gets the focus, and closing returns it to the first opener', async ({ page, urls }) => {
  await page.goto(`${urls.demo}/modals/account.html`)
  await page.waitForFunction(() => window.$memberstackReady)
  const opener = page.getByRole('button', { name: 'Enter' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await hasTakenFocus(page)
  await tabTo(page, 'Forgot password?')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Email address')).toBeFocused()
  await tabTo(page, 'I already have a code')
  await page.keyboard.press('Enter')
  // Without the email, a code of another device may not be found.
  await expect(dialog.getByLabel('Email address')).toBeFocused()
  await tabTo(page, 'Back')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Email address')).toBeFocused()
  await page.keyboard.type('ada@example.com')
  await tabTo(page, 'I already have a code')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Digit 1 of 6')).toBeFocused()
  await page.keyboard.press('Escape')
  await expectModalGone(dialog.page())
  await expect(opener).toBeFocused()
})

test('an incomplete submit focuses the first invalid field', async ({ page, urls }) => {
  const dialog = await openModal(page, urls.demo, 'SIGNUP')
  await expect(dialog.getByLabel('Email address')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Email address')).toBeFocused()
  await expect(dialog.getByLabel('Email address')).toHaveAccessibleDescription('Please enter a valid email address.')
  await page.keyboard.type('ada@example.com')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
})

test('every screen works under the strictest policy, and the console stays empty', async ({ page, urls, email }) => {
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  const answer = await page.goto(`${urls.demo}/csp/strict.html`)
  expect(answer?.headers()['content-security-policy']).toContain("trusted-types 'none'")
  await page.waitForFunction(() => window.$memberstackReady)
  const widths = {
    LOGIN: 360,
    SIGNUP: 360,
    FORGOT_PASSWORD: 360,
    RESET_PASSWORD: 360,
    RESET_PASSWORD_SUCCESS: 360,
    PASSWORDLESS_TOKEN: 360,
    PROFILE: 700,
  } as const
  const dialog = page.getByRole('dialog')
  for (const name of ['LOGIN', 'SIGNUP', 'FORGOT_PASSWORD', 'RESET_PASSWORD', 'RESET_PASSWORD_SUCCESS'] as const) {
    await page.evaluate((wanted) => void window.$memberstackDom?.openModal(wanted), name)
    // Its style sheet was allowed.
    await expect.poll(async () => (await dialog.locator('[part=panel]').boundingBox())?.width).toBe(widths[name])
    await page.keyboard.press('Escape')
    await expectModalGone(dialog.page())
  }
  await page.evaluate(
    (to) => void window.$memberstackDom?.openModal('PASSWORDLESS_TOKEN', { modal: 'login', email: to }),
    email,
  )
  await expect(dialog.getByLabel('Digit 1 of 6')).toBeFocused()
  await page.keyboard.press('Escape')
  await expectModalGone(dialog.page())
  await page.evaluate(() => void window.$memberstackDom?.openModal('PROFILE'))
  await expect(dialog.getByRole('heading', { name: 'Profile Information' })).toBeVisible()
  await expect.poll(async () => (await dialog.locator('[part=panel]').boundingBox())?.width).toBe(widths.PROFILE)
  expect(messages).toEqual([])
})
