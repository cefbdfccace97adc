import type { Page } from '@playwright/test'
import { codeFromMailbox } from '../mailbox'
import { expect, test } from '../product-test'
import { signUp } from '../sign-up'

const code = (page: Page) => page.getByLabel('Code from the email')
const email = (page: Page) => page.getByLabel('Email', { exact: true })
const membersOnly = (page: Page) => page.getByRole('heading', { name: 'Members only' })

test('data-ms-form="passwordless-signup" with data-ms-passwordless="step-2": two submits make a verified member with custom fields and a plan', async ({
  page,
  urls,
  email: address,
}) => {
  await page.goto(`${urls.demo}/forms/passwordless-signup.html`)
  await expect(code(page)).toBeHidden()
  await page.getByLabel('First name').fill('Ada')
  await email(page).fill(address)
  // The required code field must not block this.
  await email(page).press('Enter')
  await expect(code(page)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Start again' })).toBeVisible()
  await code(page).fill(await codeFromMailbox(urls.api, address))
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(membersOnly(page)).toBeVisible()
  await expect(page.getByRole('strong')).toHaveText('Ada')
  const answer = await page.evaluate(() => window.$memberstackDom?.getCurrentMember())
  expect(answer?.data).toMatchObject({ verified: true, auth: { email: address, hasPassword: false } })
  expect(answer?.data?.planConnections).toMatchObject([{ planId: 'pln_newsletter' }])

  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(email(page)).toBeVisible()
  await expect(code(page)).toBeHidden()
  await expect(code(page)).toHaveValue('')
})

test('data-ms-form="passwordless-login" with data-ms-passwordless-button: a mailed code logs in, and the button names the next step', async ({
  page,
  urls,
  email: address,
}) => {
  await signUp(urls.api, { email: address, password: 'a-good-password' })
  await page.goto(`${urls.demo}/forms/passwordless-login.html`)
  await email(page).fill(address)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await expect(code(page)).toBeFocused()
  await code(page).fill(await codeFromMailbox(urls.api, address))
  await code(page).press('Enter')
  await expect(membersOnly(page)).toBeVisible()
})

test('data-ms-form="passwordless-login": a wrong code keeps the input, and another email address gets its own code', async ({
  page,
  urls,
  email: address,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 40[01]/)
  const other = `other-${address}`
  await signUp(urls.api, { email: other, password: 'a-good-password' })
  await page.goto(`${urls.demo}/forms/passwordless-login.html`)
  await email(page).fill(address)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await code(page).fill('123')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Please enter a valid code')).toBeVisible()
  await code(page).fill('123456')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.locator('#ms-message-text')).toHaveText(/code/i)
  await expect(page.getByText('Please enter a valid code')).toHaveCount(0)
  await expect(code(page)).toHaveValue('123456')
  await expect(email(page)).toHaveValue(address)

  await email(page).fill(other)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(code(page)).toHaveValue('')
  await code(page).fill(await codeFromMailbox(urls.api, other))
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(membersOnly(page)).toBeVisible()
  await expect(page.getByText(other)).toBeVisible()
})

test('data-ms-passwordless="step-2": “Start again” leads back to the first step', async ({
  page,
  urls,
  email: address,
}) => {
  await page.goto(`${urls.demo}/forms/passwordless-signup.html`)
  await email(page).fill(address)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(code(page)).toBeVisible()
  await page.getByRole('button', { name: 'Start again' }).click()
  await expect(code(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Send me a code' })).toBeVisible()
})
