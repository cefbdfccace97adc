import { openModal, password } from './account-modals'
import { expect, test } from './product-test'
import { signUp } from './sign-up'

test('every screen works with password managers', async ({ page, urls }) => {
  const tokens = async (): Promise<string[]> => {
    const fields = page.getByRole('dialog').locator('form input:not([tabindex="-1"])')
    const all = await fields.evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')))
    return all.filter((token) => token !== null)
  }
  const dialog = await openModal(page, urls.demo, 'LOGIN')
  await expect(dialog.locator('form')).toHaveAttribute('method', 'post')
  // `webauthn` must be the last word of its list.
  expect(await tokens()).toEqual(['username webauthn', 'current-password'])
  await openModal(page, urls.demo, 'SIGNUP')
  await expect(dialog.locator('form')).toHaveAttribute('method', 'post')
  expect(await tokens()).toEqual(expect.arrayContaining(['given-name', 'family-name', 'new-password']))
  await openModal(page, urls.demo, 'RESET_PASSWORD', { email: 'ada@example.com' })
  expect(await tokens()).toEqual(expect.arrayContaining(['one-time-code', 'username', 'new-password']))
})

test('without a connection an error shows at once, and the input stays', async ({
  page,
  urls,
  context,
  expectedConsole,
}) => {
  // What the page still loads when the connection ends.
  expectedConsole.push(/ERR_INTERNET_DISCONNECTED/)
  const dialog = await openModal(page, urls.demo, 'LOGIN')
  await dialog.getByLabel('Email address').fill('ada@example.com')
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await context.setOffline(true)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('You are offline')
  expect(sent).toEqual([])
  await expect(dialog.getByLabel('Email address')).toHaveValue('ada@example.com')
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue(password)
  await context.setOffline(false)
})

test('on a slow network it shows progress, and sends once', async ({ page, urls, email }) => {
  await signUp(urls.api, { email, password })
  const dialog = await openModal(page, urls.demo, 'LOGIN')
  let answer = (): void => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  let calls = 0
  await page.route(`${urls.api}/auth/login`, async (route) => {
    if (route.request().method() === 'POST') calls += 1
    await held
    await route.continue()
  })
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Enter')
  await expect(dialog.locator('form')).toHaveAttribute('aria-busy', 'true')
  await expect(dialog.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(1)
  answer()
  await expect(page.getByRole('heading', { name: 'Members only', includeHidden: true })).toBeAttached()
  expect(calls).toBe(1)
})

test('a password can be shown, and is hidden again before it is sent', async ({ page, urls }) => {
  const dialog = await openModal(page, urls.demo, 'LOGIN')
  const field = dialog.getByLabel('Password', { exact: true })
  await field.fill(password)
  await dialog.getByRole('button', { name: 'Show password' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await dialog.getByRole('button', { name: 'Hide password' }).click()
  await expect(field).toHaveAttribute('type', 'password')
})
