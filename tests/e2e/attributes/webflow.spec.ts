import type { Page } from '@playwright/test'
import { preventReload } from '../prevent-reload'
import { expect, test } from '../product-test'

const join = (page: Page) => page.locator('.w-form').first()
const forgot = (page: Page) => page.locator('.w-form').nth(1)

test('data-ms-form="signup" in .w-form with data-ms-signup:hcaptcha="dark": the builder’s boxes show the result', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 400/)
  await preventReload(page)
  await page.goto(`${urls.demo}/forms/webflow.html`)
  const box = join(page)
  await page.evaluate(() => {
    document.addEventListener('submit', () => Object.assign(window, { builderSawIt: true }))
  })
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Join' }).click()
  const fail = box.getByRole('alert')
  await expect(fail).toBeVisible()
  await expect(fail).not.toContainText('Oops')
  await expect(page.locator('#ms-message')).toHaveCount(0)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('short')

  await page.getByLabel('Password', { exact: true }).fill('a-good-password')
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(box.getByRole('status')).toHaveText('Thank you, and welcome!')
  await expect(box.getByRole('status')).toBeFocused()
  await expect(fail).toBeHidden()
  await expect(page.getByLabel('Email', { exact: true })).toBeHidden()
  expect(new URL(page.url()).search).toBe('')
  expect(await page.evaluate(() => 'builderSawIt' in window)).toBe(false)

  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
  await expect(box.getByRole('status')).toHaveCount(0)
})

test('data-ms-form="forgot-password" in .w-form: the form stays beside the success box, and the author’s text returns', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 400/)
  await page.goto(`${urls.demo}/forms/webflow.html`)
  const box = forgot(page)
  await page.getByLabel('Your email').fill('no address')
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(box.getByRole('alert')).toBeVisible()
  await page.getByLabel('Your email').fill(email)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(box.getByRole('status')).toHaveText('Look into your mailbox: a code may be on its way.')
  await expect(page.getByLabel('Your email')).toBeVisible()
  await expect(box.locator('.w-form-fail')).toHaveText('Oops! Something went wrong while submitting the form.')
  await expect(box.locator('.w-form-fail')).toBeHidden()
})

test('data-ms-signup:hcaptcha="light" and data-ms-signup:hcaptcha="dark": forms of an app without a captcha work as usual', async ({
  page,
  urls,
  email,
}) => {
  await page.goto(`${urls.demo}/forms/signup.html`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a-good-password')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Members only' })).toBeVisible()
})
