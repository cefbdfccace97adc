import type { Page } from '@playwright/test'
import { expectModalGone } from './account-modals'
import { expect, test } from './product-test'
import { signUp } from './sign-up'

const dialog = (page: Page) => page.getByRole('dialog')

test('Escape closes the login dialog and restores the focus', async ({ page, urls }) => {
  await page.goto(`${urls.demo}/modals/login.html`)
  const opener = page.getByRole('button', { name: 'Log in, from a button' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
  await expect(dialog(page).getByLabel('Email')).toBeFocused()
  await page.keyboard.press('Escape')
  await expectModalGone(page)
  await expect(opener).toBeFocused()
})

test('a click beside the dialog closes it, and the caller is notified', async ({ page, urls }) => {
  await page.goto(`${urls.demo}/modals/login.html`)
  await page.waitForFunction(() => window.$memberstackReady)
  const result = page.evaluate(() => window.$memberstackDom?.openModal('LOGIN'))
  await expect(dialog(page).getByLabel('Email')).toBeFocused()
  await page.mouse.click(5, 5)
  expect(await result).toEqual({ type: 'CLOSED' })
  await expectModalGone(page)
})

test('logging in by the dialog shows what members see, without a reload', async ({ page, urls, email }) => {
  await signUp(urls.api, { email, password: 'a-good-password', customFields: { 'first-name': 'Ada' } })
  await page.goto(`${urls.demo}/modals/login.html`)
  await page.getByRole('link', { name: 'Log in' }).click()
  await dialog(page).getByLabel('Email').fill(email)
  await dialog(page).getByLabel('Password', { exact: true }).fill('a-good-password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Members only' })).toBeVisible()
  await expectModalGone(page)
  await expect(page).toHaveURL(`${urls.demo}/modals/login.html`)
})

test('a wrong password shows an error in the dialog, and the email stays', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 401/)
  await page.goto(`${urls.demo}/modals/login.html`)
  await page.getByRole('link', { name: 'Log in' }).click()
  await dialog(page).getByLabel('Email').fill(email)
  await dialog(page).getByLabel('Password', { exact: true }).fill('wrong-password')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('alert')).toContainText('Invalid email or password.')
  await expect(dialog(page).getByLabel('Email')).toHaveValue(email)
})
