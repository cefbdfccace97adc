import type { Page, Route } from '@playwright/test'
import { expectModalGone } from './account-modals'
import { READY_TIMEOUT_MS } from '../../contract/limits'
import { holdAnswers, stopClock } from './page-recorder'
import { expect, test } from './product-test'
import { signUp } from './sign-up'

const cors = { 'Access-Control-Allow-Origin': '*' }

/** Responses of a failing API; the script still loads. */
const troubles: Record<string, (route: Route) => Promise<void>> = {
  'is down': (route) => route.abort('connectionrefused'),
  'answers a page of HTML': (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', headers: cors, body: '<h1>Welcome to nginx!</h1>' }),
  'answers nothing': (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', headers: cors, body: '' }),
  'answers half a sentence': (route) =>
    route.fulfill({
      status: 200,
      contentType: 'application/json',
      headers: cors,
      body: '{"data":{"member":{"id":"mem_',
    }),
  'answers null': (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', headers: cors, body: 'null' }),
  'answers something else': (route) =>
    route.fulfill({
      status: 200,
      contentType: 'application/json',
      headers: cors,
      body: '{"data":[1,{"tokens":7}],"ok":1}',
    }),
  'fails with 500': (route) => route.fulfill({ status: 500, headers: cors, body: 'Internal Server Error' }),
  'fails with 502 and HTML': (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', headers: cors, body: '<h1>Bad gateway</h1>' }),
  'forgets its CORS headers': (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '{}' }),
}

/** The browser's own message, and ours. */
const complaints = [
  /Failed to load resource|blocked by CORS policy|net::ERR/,
  /\[membership\] The app "app_demo" could not be loaded/,
]

async function trouble(page: Page, api: string, answer: (route: Route) => Promise<void>): Promise<void> {
  await page.route(
    (url) => url.origin === api && !url.pathname.endsWith('.js'),
    (route) => (route.request().method() === 'OPTIONS' ? route.continue() : answer(route)),
  )
}

const message = (page: Page) => page.locator('#ms-message, [data-ms-message=error]').filter({ visible: true })

for (const [what, answer] of Object.entries(troubles)) {
  test(`while the API ${what} forms keep their input and say what is wrong, and work when it is back`, async ({
    page,
    urls,
    email,
    expectedConsole,
  }) => {
    expectedConsole.push(...complaints)
    await trouble(page, urls.api, answer)
    await page.goto(`${urls.demo}/forms/signup.html`)
    const form = page.locator('form')
    await form.getByLabel('First name').fill('Ada')
    await form.getByLabel('Email').fill(email)
    await form.getByLabel('Password').fill('a-good-password')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(message(page)).not.toBeEmpty()
    await expect(form.getByLabel('First name')).toHaveValue('Ada')
    await expect(form.getByLabel('Password')).toHaveValue('a-good-password')
    await expect(page.getByRole('button', { name: 'Create account' })).toBeEnabled()
    expect(page.url()).toBe(`${urls.demo}/forms/signup.html`)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('heading', { name: 'Members only' })).toBeVisible()
  })

  test(`while the API ${what} a stored session shows nothing of members, and is not lost`, async ({
    page,
    urls,
    email,
    expectedConsole,
  }) => {
    expectedConsole.push(...complaints)
    const token = await signUp(urls.api, { email, password: 'a-good-password' })
    await page.addInitScript((value) => localStorage.setItem('_ms-mid', value), token)
    await trouble(page, urls.api, answer)
    await page.goto(`${urls.demo}/gating/members.html`)
    await expect(page.locator('[data-ms-content="!members"]').first()).toBeVisible()
    await expect(page.locator('[data-ms-content=members]:visible')).toHaveCount(0)
    await page.unrouteAll()
    await page.reload()
    await expect(page.locator('[data-ms-content=members]').first()).toBeVisible()
  })
}

test('the login modal reports that the API is down, and logs in when it is back', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(...complaints)
  await signUp(urls.api, { email, password: 'a-good-password' })
  await trouble(page, urls.api, (route) => route.abort('connectionrefused'))
  await page.goto(`${urls.demo}/modals/login.html`)
  await page.locator('[data-ms-modal=login]').first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert').filter({ hasText: 'check your connection' })).toBeVisible()
  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill('a-good-password')
  await trouble(page, urls.api, (route) => route.abort('connectionrefused'))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('a-good-password')
  await page.unrouteAll()
  await dialog.getByLabel('Password', { exact: true }).press('Enter')
  await expectModalGone(dialog.page())
  expect((await page.evaluate(() => window.$memberstackDom?.getCurrentMember()))?.data?.auth.email).toBe(email)
})

test('a response ten seconds late still shows member content, and until then visitor content', async ({
  page,
  urls,
  email,
}) => {
  const token = await signUp(urls.api, { email, password: 'a-good-password' })
  await page.addInitScript((value) => localStorage.setItem('_ms-mid', value), token)
  const release = await holdAnswers(page)
  await stopClock(page)
  await page.goto(`${urls.demo}/gating/members.html`)
  const members = page.locator('[data-ms-content=members]').first()
  const visitors = page.locator('[data-ms-content="!members"]').first()
  await expect(visitors).toBeHidden()
  await page.clock.runFor(READY_TIMEOUT_MS)
  await expect(visitors).toBeVisible()
  await page.clock.runFor(10_000 - READY_TIMEOUT_MS)
  await expect(members).toBeHidden()
  release()
  await expect(members).toBeVisible()
  await expect(visitors).toHaveCount(0)
})

test('a hanging form is busy, not lost: after leaving and returning the page is usable', async ({
  page,
  urls,
  email,
}) => {
  await trouble(page, urls.api, (route) =>
    route.request().url().includes('/auth/') ? new Promise(() => {}) : route.continue(),
  )
  await page.goto(`${urls.demo}/forms/signup.html`)
  await page.waitForFunction(() => window.$memberstackReady)
  const form = page.locator('form')
  await form.getByLabel('First name').fill('Ada')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password').fill('a-good-password')
  const button = form.locator('button[type=submit]')
  await button.click()
  await expect(button).toBeDisabled()
  await expect(form.getByLabel('First name')).toHaveValue('Ada')
  await page.getByRole('link').first().click()
  await page.goBack()
  await expect(form.locator('button[type=submit]')).toBeEnabled()
})
