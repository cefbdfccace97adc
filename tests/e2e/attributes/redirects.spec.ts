import type { Page } from '@playwright/test'
import { expectModalGone } from '../account-modals'
import { expect, test } from '../product-test'
import { signUp } from '../sign-up'
import { storeSession } from '../store-session'

const password = 'a-good-password'
const landing = (from: string): RegExp => new RegExp(`/redirects/landing\\.html\\?from=${from}$`)
const stored = (page: Page) => page.evaluate(() => sessionStorage.getItem('ms-redirect-override'))

async function fillIn(page: Page, email: string, name = 'Email'): Promise<void> {
  await page.getByLabel(name, { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

test('data-ms-redirect on a link: the link works as before, and the next login uses the redirect once', async ({
  page,
  urls,
  email,
}) => {
  await signUp(urls.api, { email, password })
  await page.goto(`${urls.demo}/redirects/redirect.html`)
  await page.getByRole('link', { name: 'To the login page' }).click()
  await page.waitForURL(/\/forms\/login\.html$/)
  await fillIn(page, email)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(landing('link'))
  expect(await stored(page)).toBeNull()

  await page.evaluate(() => window.$memberstackDom?.logout())
  await page.goto(`${urls.demo}/forms/login.html`)
  await fillIn(page, email)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Members only' })).toBeVisible()
  expect(page.url()).toMatch(/\/forms\/login\.html$/)
})

test('data-ms-redirect on a submit button: applies to the Enter key too', async ({ page, urls, email }) => {
  await signUp(urls.api, { email, password })
  await page.goto(`${urls.demo}/redirects/redirect.html`)
  await fillIn(page, email)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.waitForURL(landing('button'))
})

test('data-ms-redirect on an element that opens a modal: applies only to that modal', async ({ page, urls, email }) => {
  await page.goto(`${urls.demo}/redirects/redirect.html`)
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expectModalGone(page)
  expect(await stored(page)).toBeNull()

  await page.getByRole('button', { name: 'Join' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByLabel('Password', { exact: true }).press('Enter')
  await page.waitForURL(landing('modal'))
  expect(await stored(page)).toBeNull()
})

test('data-redirect on a form: overrides an earlier click', async ({ page, urls, email }) => {
  await page.goto(`${urls.demo}/redirects/redirect.html`)
  await page.evaluate(() => sessionStorage.setItem('ms-redirect-override', '/redirects/landing.html?from=earlier'))
  await page.getByLabel('Your email').fill(email)
  await page.getByLabel('A new password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(landing('form'))
  expect(await stored(page)).toBeNull()
})

test('data-ms-redirect on a logout: redirects there', async ({ page, urls, email }) => {
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await page.goto(`${urls.demo}/redirects/redirect.html`)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL(landing('logout'))
  expect(await stored(page)).toBeNull()
})

test('data-ms-redirect to another site: refused with a warning', async ({ page, urls, email, expectedConsole }) => {
  expectedConsole.push(/leads to another site/)
  await signUp(urls.api, { email, password })
  await page.goto(`${urls.demo}/redirects/redirect.html`)
  await page.locator('form button[data-ms-redirect]').evaluate((button) => {
    button.setAttribute('data-ms-redirect', '//evil.example/phish')
  })
  await fillIn(page, email)
  await page.getByRole('button', { name: 'Log in and continue' }).click()
  await expect(page.getByRole('heading', { name: 'You are logged in' })).toBeVisible()
  expect(page.url()).toMatch(/\/redirects\/redirect\.html$/)
})
