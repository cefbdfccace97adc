import { modalResult, openModal, password, signUpByCode, typeCode } from './account-modals'
import { codeFromMailbox } from './mailbox'
import { expect, test } from './product-test'
import { signUp } from './sign-up'

test('login leads to signup and to a forgotten password, and the address goes along', async ({ page, urls }) => {
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
        document.addEventListener('memberstack.login', ({ detail }) => resolve(detail.member?.auth.email))
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

test('a login by mailed code goes through the code screen, and back keeps the address', async ({
  page,
  urls,
  email,
}) => {
  await signUp(urls.api, { email, password })
  const dialog = await openModal(page, urls.demo, 'LOGIN')
  await dialog.getByRole('button', { name: 'Log in with a code by email' }).click()
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
  await dialog.getByRole('button', { name: 'Verify Email' }).click()
  expect(await modalResult(page)).toMatchObject({ type: 'LOGIN', data: { member: { auth: { email } } } })
})

test('an account without a password is mailed a code and comes to the reset screen', async ({
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

test('a modal waits in its loading state until the app is known', async ({ page, urls }) => {
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
