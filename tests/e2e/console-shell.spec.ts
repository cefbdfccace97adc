import { faults, watchPolicy } from './console-page'
import { expect, test } from './product-test'

test('the demo owner logs in, invites a person and signs out, under a strict policy', async ({
  page,
  urls,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 401/)
  const violations = await watchPolicy(page)
  await page.goto(`${urls.api}/console/apps/app_demo/team`)
  await expect(page).toHaveURL(/\/console\/login\?to=/)
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue as the demo owner' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible()
  await expect(page.getByText('You see test members and test payments.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Team', exact: true })).toHaveAttribute('aria-current', 'page')
  expect(await faults(page)).toEqual([])

  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Go to or search' })
  await expect(palette.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('dark')
  await page.keyboard.press('Enter')
  await expect(palette).toBeHidden()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  await page.getByRole('button', { name: 'Switch to live' }).click()
  await expect(page.getByText('You see real members and real payments.')).toBeVisible()
  await page.getByRole('button', { name: 'Switch to Test Mode' }).click()

  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeFocused()
  const signups = page.getByRole('region', { name: 'Sign-ups', exact: true })
  await signups.getByRole('button', { name: 'Show as table' }).click()
  await expect(signups.getByRole('table', { name: 'Sign-ups per day' }).getByRole('row')).toHaveCount(31)
  expect(await faults(page)).toEqual([])

  await page.getByRole('link', { name: 'Team', exact: true }).click()
  await page.getByRole('button', { name: 'Invite a person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a person' })
  await expect(dialog.getByRole('radio', { name: /^Support/ })).toBeChecked()
  expect(await faults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Invite a person' })).toBeFocused()

  expect(violations).toEqual([])
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/console\/login$/)
  await page.goto(`${urls.api}/console/apps/app_demo/team`)
  await expect(page).toHaveURL(/\/console\/login/)
  expect(violations).toEqual([])
})

test('the console reads from right to left and shows no text outside of its catalogue', async ({
  page,
  urls,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 401/)
  const violations = await watchPolicy(page)
  await page.addInitScript(() => localStorage.setItem('console-language', 'ar-XB'))
  await page.goto(`${urls.api}/console/setup#token`)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\[.*\]$/)
  const labels = await page.locator('label').allTextContents()
  expect(labels.length).toBe(3)
  expect(labels.filter((label) => !/^\[.*\]$/.test(label))).toEqual([])
  expect(await faults(page)).toEqual([])
  expect(violations).toEqual([])
})
