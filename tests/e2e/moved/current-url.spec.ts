import { expect, logInByDialog, ready, test } from '../outside/outside-test'

test.beforeEach(async ({ page, site }) => {
  await page.goto(`${site.url}/moved/current-url.html?from=mail`)
  await ready(page)
})

/** The page was loaded again, at its own path. */
const PAGE = /\/moved\/current-url\.html$/

test('data-ms-redirect="current-url" on an opener of the login: the page itself opens again', async ({
  page,
  member,
}) => {
  await page.getByRole('link', { name: 'Log in', exact: true }).click()
  await logInByDialog(page, member)
  await page.waitForURL(PAGE)
  await expect(page.getByRole('link', { name: 'Log out' })).toBeVisible()
})

test('data-ms-redirect="current-url" on an opener of the sign-up: the same', async ({ page, email }) => {
  await page.getByRole('link', { name: 'Join free' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill('a-good-password')
  await page.keyboard.press('Enter')
  await page.waitForURL(PAGE)
  await expect(page.getByRole('link', { name: 'Log out' })).toBeVisible()
})

test('data-ms-redirect="current-url" on a form and on a logout: the same', async ({ page, member }) => {
  await page.getByPlaceholder('Your email').fill(member.email)
  await page.getByPlaceholder('Your password').fill(member.password)
  await page.getByRole('button', { name: 'Go on reading' }).click()
  await page.waitForURL(PAGE)
  await page.getByRole('link', { name: 'Log out' }).click()
  await expect(page.getByRole('link', { name: 'Join free' })).toBeVisible()
  expect(page.url()).toMatch(PAGE)
})

test('data-ms-redirect="current-url" on a link to a login page: people come back to the page with the link', async ({
  page,
  member,
}) => {
  await page.getByRole('link', { name: 'Log in and come back' }).click()
  await page.waitForURL(/plain-login\.html$/)
  await page.getByPlaceholder('Email').fill(member.email)
  await page.getByPlaceholder('Password').fill(member.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(PAGE)
})
