import { codeFromMailbox } from '../mailbox'
import { holdAnswers } from '../page-recorder'
import { expect, test } from '../product-test'
import { signUp } from '../sign-up'
import { storeSession } from '../store-session'

const password = 'a-good-password'

test('data-ms-form="signup" with data-ms-member="email", data-ms-member="password", data-ms-plan:add and data-wait: a member with a plan', async ({
  page,
  urls,
  email,
}) => {
  const release = await holdAnswers(page, /\/auth\/signup$/)
  await page.goto(`${urls.demo}/forms/signup.html`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('button', { name: 'Creating your account…' })).toBeDisabled()
  release()
  await expect(page.getByText(email)).toBeVisible()
  const answer = await page.evaluate(() => window.$memberstackDom?.getCurrentMember())
  expect(answer?.data?.planConnections).toMatchObject([{ planId: 'pln_free', active: true }])
  expect(answer?.data?.auth.hasPassword).toBe(true)
})

test('data-ms-form="login": email and password log in', async ({ page, urls, email }) => {
  await signUp(urls.api, { email, password })
  await page.goto(`${urls.demo}/forms/login.html`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Members only' })).toBeVisible()
  await expect(page.locator('form')).toHaveCount(0)
})

test('data-ms-form="forgot-password": mails a code', async ({ page, urls, email }) => {
  await signUp(urls.api, { email, password })
  await page.goto(`${urls.demo}/forms/forgot-password.html`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send the code' }).click()
  expect(await codeFromMailbox(urls.api, email)).toMatch(/^\d{6}$/)
})

test('data-ms-form="reset-password" with data-ms-member="token" and redirect: sets the new password and redirects', async ({
  page,
  urls,
  email,
}) => {
  await signUp(urls.api, { email, password })
  await page.goto(`${urls.demo}/forms/forgot-password.html`)
  await page.evaluate((address) => window.$memberstackDom?.sendMemberResetPasswordEmail({ email: address }), email)
  await page.goto(`${urls.demo}/forms/reset-password.html`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Code from the email').fill(await codeFromMailbox(urls.api, email))
  await page.getByLabel('New password').fill('another-password')
  await page.getByLabel('New password').press('Enter')
  await page.waitForURL('**/forms/login.html')
  const status = await page.evaluate(
    async (login) => (await window.$memberstackDom?.loginMemberEmailPassword(login))?.data.member.auth.email,
    { email, password: 'another-password' },
  )
  expect(status).toBe(email)
})

test('data-ms-action="logout": hidden from visitors, ends the session', async ({ page, urls, email }) => {
  await page.goto(`${urls.demo}/member-data/text.html`)
  await expect(page.getByRole('button', { name: 'Log out' })).toBeHidden()
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await page.goto(`${urls.demo}/gating/members.html`)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.locator('#for-visitors')).toBeVisible()
  expect(await page.evaluate(() => window.$memberstackDom?.getMemberCookie())).toBeUndefined()
})
