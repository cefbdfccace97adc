import type { Page } from '@playwright/test'
import { codeFromMailbox } from './mailbox'
import { expect, test } from './product-test'

const membersOnly = (page: Page) => page.getByRole('heading', { name: 'Members only' })

test('a visitor of a plain page becomes a member, leaves, forgets the password and comes back', async ({
  page,
  openTab,
  urls,
  email,
}) => {
  await page.goto(`${urls.demo}/forms/signup.html`)
  const second = await openTab()
  await second.goto(`${urls.demo}/forms/signup.html`)
  await expect(membersOnly(page)).toHaveCount(0)
  await page.evaluate(() => Object.assign(window, { notReloaded: true }))

  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('first-password')
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(membersOnly(page)).toBeVisible()
  await expect(page.getByRole('strong')).toHaveText('Ada')
  await expect(page.getByText(email)).toBeVisible()
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true)
  await expect(membersOnly(second)).toBeVisible()
  await expect(second.getByText(email)).toBeVisible()

  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(membersOnly(page)).toHaveCount(0)
  await expect(membersOnly(second)).toHaveCount(0)
  await second.close()

  await page.goto(`${urls.demo}/forms/forgot-password.html`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await page.getByLabel('Code from the email').fill(await codeFromMailbox(urls.api, email))
  await page.getByLabel('New password').fill('second-password')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByText('Your password has been reset. Please login.')).toBeVisible()

  await page.goto(`${urls.demo}/forms/login.html`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('second-password')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(membersOnly(page)).toBeVisible()
})

test('the old password is refused after a reset, with a message and nothing lost', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 401/)
  await page.goto(`${urls.demo}/forms/login.html`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('never-set')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Invalid email or password.')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(membersOnly(page)).toHaveCount(0)
})
