import type { Page } from '@playwright/test'
import { callOpenModal, expectModalGone, modalResult, openModal, password } from './account-modals'
import { expect, test } from './product-test'
import { logInByApi, signUp } from './sign-up'
import { storeSession } from './store-session'

/** Opens the profile of a returning member. */
async function openProfile(
  page: Page,
  urls: { demo: string; api: string },
  email: string,
  tab?: 'profile' | 'security',
) {
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  return openModal(page, urls.demo, 'PROFILE', tab && { tab })
}

test('without a member the profile closes with a reason', async ({ page, urls }) => {
  await page.goto(`${urls.demo}/modals/account.html`)
  await page.waitForFunction(() => window.$memberstackReady)
  await callOpenModal(page, 'PROFILE')
  expect(await modalResult(page)).toEqual({ failed: 'Member not logged in' })
  await expectModalGone(page)
})

test('saving is enabled when something differs, and disabled once it is saved', async ({ page, urls, email }) => {
  const dialog = await openProfile(page, urls, email)
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(email)
  await expect(dialog.getByRole('heading', { name: 'Profile Information' })).toBeVisible()
  await expect.poll(async () => (await dialog.locator('[part=panel]').boundingBox())?.width).toBe(700)
  const save = dialog.getByRole('button', { name: 'Save' })
  await expect(save).toBeDisabled()
  const company = dialog.getByLabel('Company')
  await company.fill('Analytical Engines')
  await expect(save).toBeEnabled()
  await company.fill('')
  await expect(save).toBeDisabled()
  await company.fill('Analytical Engines')
  await save.click()
  await expect(save).toBeDisabled()
  await expect(company).toHaveValue('Analytical Engines')
  await page.reload()
  await page.waitForFunction(() => window.$memberstackReady)
  await callOpenModal(page, 'PROFILE')
  await expect(company).toHaveValue('Analytical Engines')
})

test('an image is checked, shown, and removed again', async ({ page, urls, email }) => {
  const dialog = await openProfile(page, urls, email)
  const file = dialog.locator('input[type=file]')
  await file.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('no image') })
  await expect(dialog.getByText('File is not an image.')).toBeVisible()
  await file.setInputFiles({ name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(4_000_001) })
  await expect(dialog.getByText('Image must be less than 4MB.')).toBeVisible()
  const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(onePixel, 'base64') })
  const image = dialog.locator('[part=profile-image] img')
  await expect(image).toHaveAttribute('src', new RegExp(`^${urls.api}/`))
  await expect.poll(() => image.evaluate((one) => Reflect.get(one, 'naturalWidth'))).toBeGreaterThan(0)
  await dialog.getByRole('button', { name: 'Remove image' }).click()
  await expect(image).toHaveCount(0)
})

test('a new password logs the member in, and a wrong current one is refused', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 4\d\d/)
  const dialog = await openProfile(page, urls, email)
  await dialog.getByRole('button', { name: 'Security' }).click()
  await dialog.getByRole('button', { name: 'Change Password' }).click()
  await dialog.getByLabel('Current password').fill('not-the-password')
  await dialog.getByLabel('New password', { exact: true }).fill('another-password')
  await dialog.getByLabel('Confirm new password').fill('another-passwort')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The passwords don’t match.')).toBeVisible()
  await dialog.getByLabel('Confirm new password').fill('another-password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible()
  await expect(dialog.getByLabel('New password', { exact: true })).toHaveValue('another-password')
  await dialog.getByLabel('Current password').fill(password)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Change Password' })).toBeVisible()
  await expect(dialog.getByLabel('Current password')).toHaveCount(0)
  await expect.poll(() => logInByApi(urls.api, { email, password: 'another-password' })).toMatchObject({ status: 200 })
})

test('a new email must be valid and not in use, and then waits for its proof', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 4\d\d/)
  const taken = `taken-${email}`
  await signUp(urls.api, { email: taken, password })
  const dialog = await openProfile(page, urls, email, 'security')
  const field = dialog.getByLabel('Email address')
  const change = dialog.getByRole('button', { name: 'Change email' })
  await expect(field).toHaveValue(email)
  await field.fill('no address')
  await change.click()
  await expect(dialog.getByText('Please enter a valid email address.')).toBeVisible()
  await field.fill(taken)
  await change.click()
  await expect(dialog.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible()
  await field.fill(`new-${email}`)
  await change.click()
  await expect(dialog).toContainText(`Waiting for new-${email}.`)
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(email)
})

test('deleting asks once more, then ends on the site’s root without a member', async ({ page, urls, email }) => {
  const dialog = await openProfile(page, urls, email, 'security')
  await expect(dialog.getByRole('navigation').getByRole('button')).toHaveText(['Security'])
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('button', { name: 'Yes, Delete Account' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await dialog.getByRole('button', { name: 'Yes, Delete Account' }).click()
  await expect(page).toHaveURL(`${urls.demo}/`)
  await page.waitForFunction(() => window.$memberstackReady)
  expect(await logInByApi(urls.api, { email, password })).toMatchObject({ status: 401 })
})

test('logging out there ends the session, notifies listeners, and clears stored data', async ({
  page,
  urls,
  email,
}) => {
  const dialog = await openProfile(page, urls, email)
  const told = page.evaluate(
    () => new Promise((resolve) => window.$memberstackDom?.onAuthChange((member) => resolve(member))),
  )
  await dialog.getByRole('button', { name: 'Logout' }).click()
  expect(await told).toBeNull()
  expect(await modalResult(page)).toEqual({ type: 'LOGOUT', data: { redirect: null } })
  expect(await page.evaluate(() => [localStorage.getItem('_ms-mid'), localStorage.getItem('_ms-mem')])).toEqual([
    null,
    null,
  ])
})

test('on a small screen the tabs are above the panel, and Back leads to them alone', async ({ page, urls, email }) => {
  await page.setViewportSize({ width: 500, height: 800 })
  const dialog = await openProfile(page, urls, email)
  const title = dialog.getByRole('heading', { level: 2 })
  const back = dialog.getByRole('button', { name: 'Back' })
  const navigation = dialog.getByRole('navigation')
  await expect(title).toHaveText('My Profile')
  await expect(navigation.getByRole('button')).toHaveText(['Profile', 'Security', 'Logout'])
  await expect(navigation.getByRole('button', { name: 'Profile' })).toHaveAttribute('aria-current', 'page')
  await back.click()
  await expect(title).toHaveText(email)
  await expect(back).toHaveCount(0)
  for (const [entry, heading] of [
    ['Profile', 'My Profile'],
    ['Security', 'Security'],
  ] as const) {
    await dialog.getByRole('button', { name: entry, exact: true }).click()
    await expect(title).toHaveText(heading)
    await back.click()
    await expect(title).toHaveText(email)
  }
  await dialog.getByRole('button', { name: 'Security' }).click()
  await dialog.getByRole('button', { name: 'Change Password' }).click()
  await expect(title).toHaveText('Change Password')
  await back.click()
  await expect(title).toHaveText(email)
})
