import type { Page } from '@playwright/test'
import { expectModalGone } from './account-modals'
import { expect, test } from './product-test'
import { signUp } from './sign-up'
import { slow } from './slow-tier'
import { storeSession } from './store-session'

const names = ['LOGIN', 'SIGNUP', 'FORGOT_PASSWORD', 'RESET_PASSWORD', 'PASSWORDLESS_TOKEN', 'PROFILE'] as const
const markup = '<img src=x onerror="window.wasRun = true">'

/** Values that types forbid but scripts can pass, as expressions for the page. */
const params: readonly [what: string, expression: string][] = [
  ['null', 'null'],
  ['a string', '"text"'],
  ['wrong types', '({ email: 7, translations: 3, signup: "x", tab: {}, plans: 4, customFields: 1, modal: [] })'],
  ['objects of wrong shape', '({ email: {}, translations: [1], signup: { plans: [{}, 5, null] }, tab: "__proto__" })'],
  [
    'markup and code',
    `((m) => ({ email: m, tab: m, modal: m, signup: { plans: [m, 'javascript:alert(1)'] }, customFields: { 'first-name': m },
      translations: { login_to_your_account: m, create_an_account: m, reset_your_password: m, login: m } }))(${JSON.stringify(markup)})`,
  ],
  ['getters that throw', '({ get email() { throw new Error("mine") } })'],
]

const wasRun = (page: Page): Promise<boolean> => page.evaluate(() => 'wasRun' in window)

for (const [what, expression] of params) {
  test(
    `${what} as parameters break no screen and run nothing`,
    slow,
    async ({ page, urls, email, expectedConsole }) => {
      // Errors of the page's own getter reach the page.
      if (what.startsWith('getters'))
        expectedConsole.push(/^error: (\[membership\] A modal could not be rendered. )?Error: mine/)
      await storeSession(page, urls.demo, urls.api, 'app_demo', email)
      await page.goto(`${urls.demo}/modals/account.html`)
      await page.waitForFunction(() => window.$memberstackReady)
      const dialog = page.getByRole('dialog')
      for (const name of names) {
        await page.evaluate(`void window.$memberstackDom.openModal('${name}', ${expression}).catch(() => {})`)
        await expect(dialog.locator('h2'), name).toBeVisible()
        await expect(dialog.locator('img[src=x]'), name).toHaveCount(0)
        await page.evaluate(() => window.$memberstackDom?.hideModal())
        await expectModalGone(dialog.page())
      }
      expect(await wasRun(page)).toBe(false)
      expect(await page.evaluate(() => Object.hasOwn(Object.prototype, 'email'))).toBe(false)
    },
  )
}

test('hostile data of an app does not run, leave the site, or style the page', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/leads to another site and was blocked/)
  await signUp(urls.api, { email, password: 'a-good-password' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).hostname))
  const evil = 'https://evil.example/'
  await page.route(`${urls.api}/app-member`, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    Object.assign(body.data.app, {
      name: markup,
      branding: {
        logo: `javascript:window.wasRun=true`,
        colors: {
          lightMode: {
            primaryButton: `red} * { display: none !important } a {`,
            background: `url(${evil})`,
            error: markup,
          },
          darkMode: { primaryButton: `expression(alert(1))` },
        },
        font: `x; background: url(${evil})`,
        cornerRadius: `0; } body { display: none`,
      },
      texts: { login_to_your_account: markup, error_x: markup },
    })
    body.data.app.customFields[0].label = markup
    await route.fulfill({ response, json: body })
  })
  await page.route(`${urls.api}/auth/login`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const response = await route.fetch()
    const body = await response.json()
    body.data.redirect = evil
    await route.fulfill({ response, json: body })
  })
  await page.goto(`${urls.demo}/modals/account.html`)
  await page.getByRole('button', { name: 'Enter' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(markup)
  await expect(dialog.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  await expect(page.locator('h1')).toBeVisible()
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill('a-good-password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Members only' })).toBeVisible()
  await expectModalGone(dialog.page())
  expect(page.url()).toBe(`${urls.demo}/modals/account.html`)
  expect(asked).not.toContain('evil.example')
  expect(await wasRun(page)).toBe(false)
})
