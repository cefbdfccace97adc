import {
  callOpenModal,
  expectModalGone,
  modalResult,
  openModal,
  password,
  signUpByCode,
  typeCode,
} from './account-modals'
import { codeFromMailbox } from './mailbox'
import { expect, test } from './product-test'
import { signUp } from './sign-up'

test('login leads to signup and to a forgotten password, and keeps the email address', async ({ page, urls }) => {
  const dialog = await openModal(page, urls.demo, 'LOGIN')
  const address = page.url()
  const email = dialog.getByLabel('Email address')
  await email.fill('ada@example.com')
  await dialog.getByRole('button', { name: /Sign up/ }).click()
  await expect(dialog.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  await expect(email).toHaveValue('ada@example.com')
  await dialog.getByRole('button', { name: /Log in/ }).click()
  await expect(dialog.getByRole('heading', { name: 'Log in to your account' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(dialog.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await expect(email).toHaveValue('ada@example.com')
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByRole('heading', { name: 'Log in to your account' })).toBeVisible()
  await expect(email).toHaveValue('ada@example.com')
  expect(page.url()).toBe(address)
})

test('a login raises its event, resolves with the member, and stores the session', async ({ page, urls, email }) => {
  await signUp(urls.api, { email, password })
  const dialog = await openModal(page, urls.demo, 'LOGIN')
  const event = page.evaluate(
    () =>
      new Promise((resolve) => {
        document.addEventListener('membership.login', ({ detail }) => resolve(detail.member?.auth.email))
      }),
  )
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  expect(await event).toBe(email)
  expect(await modalResult(page)).toMatchObject({ type: 'LOGIN', data: { member: { auth: { email } } } })
  expect(await page.evaluate(() => [localStorage.getItem('_ms-mid'), localStorage.getItem('_ms-mem')])).toEqual([
    expect.any(String),
    expect.stringContaining(email),
  ])
})

test('a login by mailed code shows the code screen, and back keeps the email address', async ({
  page,
  urls,
  email,
}) => {
  await signUp(urls.api, { email, password })
  const dialog = await openModal(page, urls.demo, 'LOGIN')
  await dialog.getByRole('button', { name: 'Email me a login code' }).click()
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveCount(0)
  await dialog.getByLabel('Email address').fill(email)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(dialog).toContainText('30 seconds')
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByRole('heading', { name: 'Log in to your account' })).toBeVisible()
  await expect(dialog.getByLabel('Email address')).toHaveValue(email)
  await dialog.getByRole('button', { name: 'Continue with Email' }).click()
  await expect(dialog.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await typeCode(dialog, await codeFromMailbox(urls.api, email, 2))
  expect(await modalResult(page)).toMatchObject({ type: 'LOGIN', data: { member: { auth: { email } } } })
})

test('a refused code is typed again, and a closed dialog still waits for its code, also after a reload', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 4\d\d/)
  await signUp(urls.api, { email, password })
  const dialog = await openModal(page, urls.demo, 'LOGIN', { passwordless: true })
  await dialog.getByLabel('Email address').fill(email)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const code = await codeFromMailbox(urls.api, email)
  await typeCode(dialog, code === '000000' ? '000001' : '000000')
  await expect(dialog.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible()
  await expect(dialog.getByLabel('Digit 1 of 6')).toBeFocused()
  await expect(dialog.getByLabel('Digit 6 of 6')).toHaveValue('')
  await page.mouse.click(5, 5)
  await expectModalGone(dialog.page())
  await page.reload()
  await page.waitForFunction(() => window.$memberstackReady)
  await callOpenModal(page, 'LOGIN')
  await expect(dialog.getByLabel('Digit 1 of 6')).toBeFocused()
  await page.keyboard.type(code)
  expect(await modalResult(page)).toMatchObject({ type: 'LOGIN', data: { member: { auth: { email } } } })
})

test('Escape cancels a login that is in progress: no session comes later', async ({ page, urls, email }) => {
  await signUp(urls.api, { email, password })
  const dialog = await openModal(page, urls.demo, 'LOGIN')
  let answered = false
  await page.route(`${urls.api}/auth/login`, async (route) => {
    const response = await route.fetch()
    answered = true
    await route.fulfill({ response }).catch(() => {})
  })
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  const sent = page.waitForRequest(`${urls.api}/auth/login`)
  await page.keyboard.press('Enter')
  await sent
  await page.keyboard.press('Escape')
  await expect.poll(() => answered).toBe(true)
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Log in', exact: true })).toHaveAttribute('aria-disabled', 'false')
  await page.keyboard.press('Escape')
  expect(await modalResult(page)).toEqual({ type: 'CLOSED' })
  expect(await page.evaluate(() => localStorage.getItem('_ms-mid'))).toBeNull()
})

test('an account without a password gets a mailed code and the reset screen', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 4\d\d/)
  await signUpByCode(urls.api, email)
  const dialog = await openModal(page, urls.demo, 'LOGIN')
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Confirm & Reset' })).toBeVisible()
  await expect(dialog.getByRole('status').filter({ hasText: /\w/ }).first()).toBeVisible()
  await typeCode(dialog, await codeFromMailbox(urls.api, email, 2))
  await dialog.getByLabel('New password').fill(password)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Log in to your account' })).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  expect(await modalResult(page)).toMatchObject({ type: 'LOGIN', data: { member: { auth: { email } } } })
})

test('a modal shows its loading state until the app is loaded', async ({ page, urls }) => {
  let letThrough = (): void => {}
  const held = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route(`${urls.api}/app-member`, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${urls.demo}/modals/account.html`)
  await page.evaluate(() => {
    void window.$memberstackDom?.openModal('LOGIN')
  })
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Loading')
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  letThrough()
  await expect(dialog.getByLabel('Email address')).toBeFocused()
})
