import type { Page } from '@playwright/test'
import { codeFromMailbox, linkFromMailbox } from '../mailbox'
import { expect, test } from '../product-test'
import { storeSession } from '../store-session'

const SAVED = 'Your changes have been saved.'

/** The stored data of the logged-in member. */
const stored = async (page: Page) =>
  page.evaluate(async () => (await window.$memberstackDom?.getCurrentMember())?.data ?? null)

/** Logs in again. @returns the status */
const logIn = (page: Page, api: string, email: string, password: string) =>
  page.evaluate(
    async ([origin, body]) => {
      const headers = { 'Content-Type': 'application/json', 'X-APP-ID': 'app_demo' }
      return (await fetch(`${origin}/auth/login`, { method: 'POST', headers, body: body ?? '' })).status
    },
    [api, JSON.stringify({ email, password })],
  )

test.beforeEach(async ({ page, urls, email }) => storeSession(page, urls.demo, urls.api, 'app_demo', email))

test('data-ms-form="profile": shows the data and saves only changes; texts and other tabs follow', async ({
  page,
  openTab,
  urls,
}) => {
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/member')) sent.push(request.postDataJSON())
  })
  await page.goto(`${urls.demo}/forms/profile.html`)
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Company').fill('Engines')
  await page.getByLabel('Company').press('Enter')
  await expect(page.getByText(SAVED)).toBeVisible()
  await expect(page.getByRole('strong')).toHaveText('Ada')
  expect(sent).toEqual([{ customFields: { 'first-name': 'Ada', company: 'Engines' } }])

  const second = await openTab()
  await second.goto(`${urls.demo}/forms/profile.html`)
  await expect(second.getByLabel('First name')).toHaveValue('Ada')
  await second.getByLabel('Company').fill('Difference')
  await page.getByLabel('First name').fill('Augusta')
  await page.getByLabel('newsletter').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(second.getByLabel('First name')).toHaveValue('Augusta')
  await expect(second.getByLabel('newsletter')).toBeChecked()
  await expect(second.getByLabel('Company')).toHaveValue('Difference')
  expect((await stored(page))?.customFields).toMatchObject({ 'first-name': 'Augusta', newsletter: true })
})

test('data-ms-form="profile": a failed save keeps the input, and the next one saves it', async ({
  page,
  urls,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 503/)
  await page.goto(`${urls.demo}/forms/profile.html`)
  await expect(page.getByLabel('First name')).toBeVisible()
  await page.route(/\/member$/, (route) =>
    route.fulfill({ status: 503, json: { code: 'service-unavailable', message: 'Not now.' } }),
  )
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Not now.')).toBeVisible()
  await expect(page.getByLabel('Last name')).toHaveValue('Lovelace')
  await page.unroute(/\/member$/)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(SAVED)).toBeVisible()
  expect((await stored(page))?.customFields).toMatchObject({ 'last-name': 'Lovelace' })
})

test('data-ms-form="email" with data-ms-member="email": shows the email address and changes it once the new one is confirmed', async ({
  page,
  urls,
  email,
}) => {
  await page.goto(`${urls.demo}/forms/email.html`)
  await expect(page.getByLabel('New email')).toHaveValue(email)
  await page.getByLabel('New email').fill(`New-${email}`)
  await page.getByRole('button', { name: 'Change the email' }).click()
  await expect(page.getByText('We have sent an email to your new address. Please open the link in it.')).toBeVisible()
  await expect(page.getByRole('strong')).toHaveText(email)

  await page.goto(await linkFromMailbox(urls.api, `new-${email}`, '/confirm-email'))
  await page.getByLabel('Password').fill('a-good-password')
  await page.getByRole('button', { name: 'Use this email address' }).click()
  await expect(page.getByRole('status')).toContainText(`now uses new-${email}.`)
  await page.goto(`${urls.demo}/forms/email.html`)
  await expect(page.getByRole('strong')).toHaveText(`new-${email}`)
  await expect(page.getByLabel('New email')).toHaveValue(`new-${email}`)
  expect((await stored(page))?.auth.email).toBe(`new-${email}`)
})

test('data-ms-form="password" with data-ms-member="current-password", data-ms-member="new-password" and data-ms-member="confirm-password": compared, checked and changed', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 40[01]/)
  await page.goto(`${urls.demo}/forms/password.html`)
  const current = page.getByLabel('Current password')
  const fresh = page.getByLabel('New password', { exact: true })
  const again = page.getByLabel('Confirm new password')
  await current.fill('a-good-password')
  await fresh.fill('a-better-password')
  await again.fill('a-bitter-password')
  await again.press('Enter')
  await expect(page.getByText('The passwords don’t match.')).toBeVisible()
  await expect(fresh).toHaveValue('a-better-password')

  await again.fill('a-better-password')
  await current.fill('not-the-password')
  await again.press('Enter')
  await expect(page.getByText('Please enter a valid password.')).toBeVisible()
  await expect(again).toHaveValue('a-better-password')

  await current.fill('a-good-password')
  await again.press('Enter')
  await expect(page.getByText(SAVED)).toBeVisible()
  for (const field of [current, fresh, again]) await expect(field).toHaveValue('')
  expect(await logIn(page, urls.api, email, 'a-good-password')).toBe(401)
  expect(await logIn(page, urls.api, email, 'a-better-password')).toBe(200)
})

test('data-ms-form="password": a member without a password sets one, and is not asked for the current one', async ({
  page,
  urls,
  email: taken,
}) => {
  const email = `without-${taken}`
  await page.goto(`${urls.demo}/forms/password.html`)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.evaluate((address) => window.$memberstackDom?.sendMemberSignupPasswordlessEmail({ email: address }), email)
  const passwordlessToken = await codeFromMailbox(urls.api, email)
  await page.evaluate((params) => window.$memberstackDom?.signupMemberPasswordless(params), {
    email,
    passwordlessToken,
  })
  await expect(page.getByText('You have no password yet')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('a-first-password')
  await page.getByLabel('Confirm new password').fill('a-first-password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your password has been set.')).toBeVisible()
  await expect(page.getByLabel('Current password')).toHaveAttribute('required')
  expect(await logIn(page, urls.api, email, 'a-first-password')).toBe(200)
})
