import type { Page } from '@playwright/test'
import { expect, test } from '../product-test'
import { signUp } from '../sign-up'
import { storeSession } from '../store-session'
import { consent } from './consent-page'

const password = 'a-good-password'

/** Presses a button that opens a window. */
async function press(page: Page, name: string): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name, exact: true }).click()
  return opening
}

const memberOf = (page: Page) =>
  page.evaluate(async () => (await window.$memberstackDom?.getCurrentMember({ useCache: true }))?.data)

test('data-ms-auth-provider in a signup form: a member with its fields and plan, and no password', async ({
  page,
  urls,
  email,
}) => {
  await page.goto(`${urls.demo}/social/signup.html`)
  await page.getByRole('button', { name: 'Sign up with Google' }).click()
  await expect(page.getByLabel('Company')).toBeFocused()
  expect(page.context().pages()).toHaveLength(1)
  await page.getByLabel('Company').fill('Analytical Engines')
  const provider = await press(page, 'Sign up with Google')
  await expect(page.getByRole('button', { name: 'Sign up with Google' })).toHaveAttribute('aria-busy', 'true')
  await consent(provider, email)
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.locator('form')).toHaveCount(0)
  expect(await memberOf(page)).toMatchObject({
    verified: true,
    auth: { email, hasPassword: false, providers: [{ provider: 'google' }] },
    customFields: { company: 'Analytical Engines' },
    planConnections: [{ planId: 'pln_free', active: true }],
  })
})

test('data-ms-auth-last-used-text: after a logout the button says what this browser used last, as the modal does', async ({
  page,
  urls,
  email,
}) => {
  await page.goto(`${urls.demo}/social/login.html`)
  const provider = await press(page, 'Log in with Google')
  await consent(provider, email)
  await provider.getByRole('button', { name: 'Create an account with Google' }).click()
  await expect(page.getByRole('heading', { name: 'Members only' })).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.goto(`${urls.demo}/social/login.html`)
  await expect(page.getByRole('button', { name: 'Log in with Google, as last time' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log in with GitHub', exact: true })).toBeVisible()
  await page.evaluate(() => void window.$memberstackDom?.openModal('LOGIN'))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Continue with Google', exact: true })).toContainText('Last used')
  await expect(dialog.getByText('Last used')).toHaveCount(1)
})

test('data-ms-auth-provider in a login form: a message without an account, and Enter never presses it', async ({
  page,
  urls,
  email,
}) => {
  await page.goto(`${urls.demo}/social/login.html`)
  const provider = await press(page, 'Log in with Google')
  await consent(provider, email)
  await provider.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.locator('form [data-ms-message]')).toContainText('No account uses this login yet')
  await provider.close()
  await signUp(urls.api, { email, password })
  // The first button of the form, which is a submit button by mistake.
  await page.evaluate(() => {
    const first = document.createElement('button')
    first.setAttribute('data-ms-auth-provider', 'github')
    document.querySelector('form')?.prepend(first)
  })
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByLabel('Password').press('Enter')
  await expect(page.getByRole('heading', { name: 'Members only' })).toBeVisible()
  expect(page.context().pages()).toHaveLength(1)
})

test('a provider login without an account leaves the login form ready for the password', async ({
  page,
  urls,
  email,
}) => {
  await signUp(urls.api, { email, password })
  await page.goto(`${urls.demo}/social/login.html`)
  await page.getByLabel('Email').fill(email)
  await consent(await press(page, 'Log in with Google'), email, false)
  await expect(page.locator('form [data-ms-message]')).toContainText('An account with this email already exists')
  await expect(page.getByLabel('Password')).toBeFocused()
})

test('a closed window leaves the form unchanged, and a second press shows the open window', async ({ page, urls }) => {
  await page.goto(`${urls.demo}/social/login.html`)
  const button = page.getByRole('button', { name: 'Log in with Google' })
  const provider = await press(page, 'Log in with Google')
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  expect(page.context().pages()).toHaveLength(2)
  await provider.close()
  await expect(button).not.toHaveAttribute('aria-busy')
  await expect(page.locator('form [data-ms-message]')).toBeHidden()
})

test('a password login to an account with only a provider continues with that provider', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 400/)
  await page.goto(`${urls.demo}/social/alone.html`)
  await consent(await press(page, 'Continue with Google'), email)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.goto(`${urls.demo}/social/login.html`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await consent(await press(page, 'Log in'), email)
  await expect(page.getByText(email)).toBeVisible()
})

test('data-ms-auth-mode="popup" and data-ms-auth-mode="redirect": a window, or the same page', async ({
  page,
  urls,
  email,
}) => {
  await page.goto(`${urls.demo}/social/alone.html#here`)
  const provider = await press(page, 'Continue with GitHub in a window')
  await consent(provider, email)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByText('Continue with Google on this page').click()
  await consent(page, `other-${email}`)
  await expect(page.getByText(`other-${email}`)).toBeVisible()
  await expect(page).toHaveURL(`${urls.demo}/social/alone.html#here`)
  expect((await memberOf(page))?.auth.providers).toEqual([{ provider: 'google' }])
})

test('data-ms-auth="manage-providers" with data-ms-auth-connected-text and data-ms-auth-disconnect: connects and disconnects', async ({
  page,
  urls,
  email,
}) => {
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await page.goto(`${urls.demo}/social/connect.html`)
  await expect(page.getByRole('button', { name: 'Disconnect Google' })).toBeHidden()
  await consent(await press(page, 'Connect Google'), email)
  await expect(page.getByRole('button', { name: 'Google is connected' })).toBeVisible()
  await page.getByRole('button', { name: 'Disconnect Google' }).click()
  await expect(page.getByRole('button', { name: 'Connect Google', exact: true })).toBeFocused()
  await consent(await press(page, 'GitHub'), `other-${email}`)
  await expect(page.getByRole('button', { name: 'GitHub' })).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await page.getByRole('button', { name: 'GitHub', pressed: true }).click()
  await expect(page.getByRole('button', { name: 'GitHub', pressed: false })).toBeVisible()
})

test('the last login method stays connected, and the page says why', async ({ page, urls, email, expectedConsole }) => {
  expectedConsole.push(/status of 409/)
  await page.goto(`${urls.demo}/social/alone.html`)
  // This provider's emails are untrusted: no login code is sent to them.
  await page.evaluate(() =>
    document.querySelector('[data-ms-auth-provider]')?.setAttribute('data-ms-auth-provider', 'linkedin'),
  )
  await consent(await press(page, 'Continue with Google'), email, false)
  await page.getByRole('link', { name: 'Your connected accounts' }).click()
  await page.getByRole('button', { name: /LinkedIn is connected/ }).click()
  await expect(page.getByText('Please set a password first.')).toBeVisible()
  await expect(page.getByRole('button', { name: /LinkedIn is connected/ })).toBeVisible()
})
