import { typeCode } from './account-modals'
import { settleAfter } from './arrive'
import { codeFromMailbox } from './mailbox'
import { expect, test } from './product-test'

test('a visitor of the TrustTag site joins, leaves, forgets the password and comes back', async ({
  page,
  openTab,
  urls,
  email,
}) => {
  await page.goto(urls.site)
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await navigation.getByRole('link', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(`${urls.site}/signup`)
  const submit = page.locator('main button[type=submit]')
  await expect(submit).toBeDisabled()
  await page.getByLabel('First Name').fill('Grace')
  await page.getByLabel('Last Name').fill('Hopper')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('first-password')
  await page.getByLabel('Phone').fill('+1 555 0100')
  // A logout while the profile loads would end its requests with 401.
  await settleAfter(page, 'the profile', async () => {
    await submit.click()
    await expect(page).toHaveURL(`${urls.site}/profile`)
  })

  await expect(page).toHaveURL(`${urls.site}/profile`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Hopper')
  const stored = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))
  expect(stored).toContain(email)
  expect(stored).not.toContain('first-password')

  const second = await openTab()
  await second.goto(urls.site)
  const secondNavigation = second.getByRole('navigation', { name: 'Main' })
  await expect(secondNavigation.getByRole('link', { name: 'Profile' })).toBeVisible()

  await navigation.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${urls.site}/`)
  await expect(navigation.getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(secondNavigation.getByRole('link', { name: 'Login' })).toBeVisible()
  await second.close()

  await navigation.getByRole('link', { name: 'Login' }).click()
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email address').fill(email)
  await page.keyboard.press('Enter')
  await typeCode(dialog, await codeFromMailbox(urls.api, email))
  await dialog.getByLabel('New password').fill('second-password')
  await dialog.getByRole('button', { name: 'Confirm & Reset' }).click()
  await expect(dialog.getByText('Your password has been reset. Please login.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill('second-password')
  await settleAfter(page, 'the profile', async () => {
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${urls.site}/profile`)
  })
  await navigation.getByRole('button', { name: 'Logout' }).click()
  await expect(navigation.getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(page).toHaveURL(`${urls.site}/`)

  await page.goto(`${urls.site}/forgot-password`)
  await expect(dialog.getByLabel('Email address')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto(`${urls.site}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('second-password')
  await page.getByLabel('Password').press('Enter')
  await expect(page).toHaveURL(`${urls.site}/profile`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Hopper')
})

test('an unknown path returns 404 with a link back', async ({ page, urls, expectedConsole }) => {
  expectedConsole.push(/status of 404/)
  const answer = await page.goto(`${urls.site}/no-such-page`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
})
