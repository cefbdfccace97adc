import type { Locator, Page } from '@playwright/test'
import { callOpenModal, modalResult, openModal, password, unfoldFields } from '../account-modals'
import { expect, test } from '../product-test'
import { storeSession } from '../store-session'
import { closeWindow } from './close-window'
import { consent } from './consent-page'

const withProvider = (dialog: Locator, name: string): Locator =>
  dialog.getByRole('button', { name: `Continue with ${name}` })

async function press(button: Locator): Promise<Page> {
  const opening = button.page().waitForEvent('popup')
  await button.click()
  return opening
}

/** Signs up by a provider in the modal, and stays logged in. */
async function signUpWithGoogle(page: Page, demo: string, email: string, verified: boolean): Promise<void> {
  const dialog = await openModal(page, demo, 'SIGNUP')
  await consent(await press(withProvider(dialog, 'Google')), email, verified)
  await expect(dialog.getByRole('heading', { name: 'Welcome' })).toBeVisible()
}

const logOut = (page: Page): Promise<unknown> => page.evaluate(() => window.$memberstackDom?.logout())

const providersOf = (page: Page) =>
  page.evaluate(async () => (await window.$memberstackDom?.getCurrentMember())?.data?.auth.providers)

test('the sign-up modal sends fields and plans, and the login modal finds the account again', async ({
  page,
  urls,
  email,
}) => {
  const dialog = await openModal(page, urls.demo, 'SIGNUP', { signup: { plans: ['pln_free'] } })
  await expect(dialog.locator('.social button')).toHaveText([
    'Google',
    'Facebook',
    'LinkedIn',
    'Spotify',
    'Dribbble',
    'GitHub',
  ])
  await unfoldFields(dialog)
  await dialog.getByLabel('First name').fill('Ada')
  await consent(await press(withProvider(dialog, 'Google')), email)
  const member = { verified: true, auth: { email, hasPassword: false, providers: [{ provider: 'google' }] } }
  expect(await modalResult(page)).toMatchObject({
    type: 'SIGNUP',
    data: {
      member: { ...member, customFields: { 'first-name': 'Ada' }, planConnections: [{ planId: 'pln_free' }] },
    },
  })
  await expect(dialog.getByRole('heading', { name: 'Welcome' })).toBeVisible()
  await logOut(page)
  const login = await openModal(page, urls.demo, 'LOGIN')
  await consent(await press(withProvider(login, 'Google')), email)
  expect(await modalResult(page)).toMatchObject({ type: 'LOGIN', data: { member } })
})

test('while a window is open its button is busy and the others wait; after closing all are enabled', async ({
  page,
  urls,
}) => {
  const dialog = await openModal(page, urls.demo, 'LOGIN')
  await dialog.getByLabel('Email address').fill('ada@example.com')
  const window = await press(withProvider(dialog, 'GitHub'))
  await expect(withProvider(dialog, 'GitHub')).toHaveAttribute('data-busy', 'true')
  await expect(withProvider(dialog, 'Google')).toHaveAttribute('aria-disabled', 'true')
  await withProvider(dialog, 'GitHub').click()
  expect(page.context().pages()).toHaveLength(2)
  await window.close()
  await expect(withProvider(dialog, 'GitHub')).toHaveAttribute('data-busy', 'false')
  await expect(withProvider(dialog, 'Google')).toHaveAttribute('aria-disabled', 'false')
  await expect(dialog.getByRole('alert')).toBeEmpty()
  await expect(dialog.getByLabel('Email address')).toHaveValue('ada@example.com')
})

test('a canceled consent shows an error, and the next try works', async ({ page, urls, email }) => {
  const dialog = await openModal(page, urls.demo, 'LOGIN', { allowSignup: true })
  const window = await press(withProvider(dialog, 'GitHub'))
  await window.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(/^You canceled the login/)
  await closeWindow(window)
  await consent(await press(withProvider(dialog, 'GitHub')), email)
  expect(await modalResult(page)).toMatchObject({ type: 'LOGIN', data: { member: { auth: { email } } } })
})

test('closing the modal closes the window', async ({ page, urls }) => {
  const dialog = await openModal(page, urls.demo, 'LOGIN')
  const window = await press(withProvider(dialog, 'Google'))
  const closed = window.waitForEvent('close')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await closed
  expect(await modalResult(page)).toEqual({ type: 'CLOSED' })
})

test('a password for an account of a provider opens its window, or points to its button', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 4\d\d/)
  await signUpWithGoogle(page, urls.demo, email, true)
  await logOut(page)
  const dialog = await openModal(page, urls.demo, 'LOGIN')
  await page.evaluate(() => Object.assign(window, { realOpen: window.open, open: () => null }))
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('This account logs in with Google. Please use its button.')
  await expect(withProvider(dialog, 'Google')).toBeFocused()
  await page.evaluate(() => Object.assign(window, { open: Object(window).realOpen }))
  await consent(await press(dialog.getByRole('button', { name: 'Log in', exact: true })), email)
  expect(await modalResult(page)).toMatchObject({ type: 'LOGIN', data: { member: { auth: { email } } } })
})

test('connected accounts: one is added, another member’s is refused, and one is disconnected', async ({
  page,
  urls,
  email,
}) => {
  const taken = `taken-${email}`
  await signUpWithGoogle(page, urls.demo, taken, true)
  await logOut(page)
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  const dialog = await openModal(page, urls.demo, 'PROFILE', { tab: 'security' })
  // The list of accounts is an item itself.
  const google = dialog.getByRole('listitem').filter({ hasText: /^Google/ })
  await dialog.getByText('Connect another account').click()
  await expect(google).toContainText('Not connected')
  const refused = await press(google.getByRole('button', { name: 'Connect Google' }))
  await consent(refused, taken)
  await expect(dialog.getByRole('alert')).toHaveText('This provider is already connected to an account.')
  await closeWindow(refused)
  await consent(await press(google.getByRole('button', { name: 'Connect Google' })), `own-${email}`)
  await expect(google.getByRole('button', { name: 'Disconnect Google' })).toBeVisible()
  await expect(dialog.locator('.toast[role=status]')).not.toBeEmpty()
  expect(await providersOf(page)).toEqual([{ provider: 'google' }])
  await google.getByRole('button', { name: 'Disconnect Google' }).click()
  await google.getByRole('button', { name: 'Are you sure? Google' }).click()
  await expect(google.getByRole('button', { name: 'Connect Google' })).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Security' })).toBeFocused()
  expect(await providersOf(page)).toEqual([])
})

test('the last login method stays until the member sets a password, to which the error leads', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 4\d\d/)
  await signUpWithGoogle(page, urls.demo, email, false)
  await callOpenModal(page, 'PROFILE', { tab: 'security' })
  const dialog = page.getByRole('dialog')
  const disconnect = async (): Promise<void> => {
    await dialog.getByRole('button', { name: 'Disconnect Google' }).click()
    await dialog.getByRole('button', { name: 'Are you sure? Google' }).click()
  }
  await expect(dialog.getByRole('button', { name: 'Set Password' })).toBeVisible()
  await disconnect()
  await expect(dialog.getByRole('alert')).toHaveText(/Please set a password first\.$/)
  await expect(dialog.getByLabel('New password', { exact: true })).toBeFocused()
  await dialog.getByLabel('New password', { exact: true }).fill(password)
  await dialog.getByLabel('Confirm new password').fill(password)
  await dialog.getByRole('button', { name: 'Set Password' }).click()
  await expect(dialog.getByRole('button', { name: 'Change Password' })).toBeVisible()
  await disconnect()
  await expect(dialog.getByRole('button', { name: 'Disconnect Google' })).toHaveCount(0)
  expect(await providersOf(page)).toEqual([])
})
