import { expect, test } from '../product-test'
import { signUp } from '../sign-up'
import { storeSession } from '../store-session'

test('data-ms-member="id" and data-ms-member="signup-date": shown for logged-in members, otherwise the author’s text', async ({
  page,
  urls,
  email,
}) => {
  const id = page.locator('[data-ms-member="id"]')
  const since = page.locator('[data-ms-member="signup-date"]')
  await page.goto(`${urls.demo}/member-data/text.html`)
  await expect(id).toHaveText('your id')
  await expect(since).toHaveText('the day you sign up')
  const password = 'a-good-password'
  await signUp(urls.api, { email, password, customFields: { 'first-name': 'Ada' } })
  await page.evaluate((login) => window.$memberstackDom?.loginMemberEmailPassword(login), { email, password })
  await expect(id).toHaveText(/^mem_sb_\w+$/)
  await expect(since).toHaveText(new RegExp(`${new Date().getFullYear()}`))
  await expect(page.locator('[data-ms-member="first-name"]')).toHaveText('Ada')
  await expect(page.locator('[data-ms-member="company"]')).toHaveText('your company')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(id).toHaveText('your id')
})

test('data-ms-modal="login": opens the login', async ({ page, urls }) => {
  await page.goto(`${urls.demo}/modals/login.html`)
  await page.locator('[data-ms-modal="login"]').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByRole('dialog').getByLabel('Password', { exact: true })).toBeVisible()
})

test('data-ms-modal="signup": opens the sign-up', async ({ page, urls }) => {
  await page.goto(`${urls.demo}/modals/account.html`)
  await page.getByText('Join').click()
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
})

test('data-ms-modal="forgot-password": opens the request for a code', async ({ page, urls }) => {
  await page.goto(`${urls.demo}/modals/account.html`)
  await page.getByRole('button', { name: 'Password lost?' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('input[type="email"]')).toBeVisible()
  await expect(dialog.locator('input[type="password"]')).toHaveCount(0)
})

test('data-ms-modal="profile": opens the profile of the logged-in member', async ({ page, urls, email }) => {
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await page.goto(`${urls.demo}/modals/account.html`)
  await page.getByRole('button', { name: 'Your account' }).click()
  await expect(page.getByRole('dialog').getByText(email)).toBeVisible()
})

test('data-ms-message="error" with data-ms-message-text and data-ms-message-close: shows the error, in its form', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 401/)
  await page.goto(`${urls.demo}/messages/messages.html`)
  const box = page.locator('[data-ms-message="error"]')
  await expect(box).toBeHidden()
  await page.locator('#login-email').fill(email)
  await page.locator('#login-password').fill('never-set')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(box.locator('[data-ms-message-text]')).toHaveText('Invalid email or password.')
  await box.getByRole('button', { name: 'Close message' }).click()
  await expect(box).toBeHidden()
})

test('data-ms-message="success": reports success', async ({ page, urls, email }) => {
  await page.goto(`${urls.demo}/messages/messages.html`)
  await page.locator('#forgot-email').fill(email)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page.locator('[data-ms-message="success"]')).toBeVisible()
})
