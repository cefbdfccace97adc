import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findings } from '../axe-findings'
import { expect, test } from '../outside/outside-test'

const notice = (page: Page) => page.locator('ms-setup-notice').getByRole('alert')
const KEY = /"pk_84fb1d2c" is a public key, but data-memberstack-app takes the app ID/
const UNKNOWN = /The app "app_cm2x9qk0r0001" does not exist at /

/** Shows a fixture at `http://shop.example`, as visitors would get it. */
async function publish(page: Page, api: string, name: string): Promise<void> {
  const html = await readFile(`tests/fixtures/moved/${name}`, 'utf8')
  await page.route('http://shop.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: html.replaceAll('{{api}}', 'http://api.shop.example') }),
  )
  await page.route('http://api.shop.example/**', async (route) => {
    const url = route.request().url().replace('http://api.shop.example', api)
    await route.fulfill({ response: await route.fetch({ url }) })
  })
  await page.goto('http://shop.example/')
}

test('a public key in place of the app id: a local page says so, and members’ content stays hidden', async ({
  page,
  site,
  expectedConsole,
}) => {
  expectedConsole.push(KEY)
  await page.goto(`${site.url}/moved/public-key.html`)
  await expect(notice(page)).toContainText(KEY)
  await expect(page.getByText('For members')).toBeHidden()
  expect((await findings(page)).filter((line) => line.includes('ms-setup-notice'))).toEqual([])
  await page.getByRole('button', { name: 'Close notice' }).click()
  await expect(notice(page)).toHaveCount(0)
})

test('an unknown app id: a local page says so', async ({ page, site, expectedConsole }) => {
  expectedConsole.push(UNKNOWN, /status of 404/)
  await page.goto(`${site.url}/moved/unknown-app.html`)
  await expect(notice(page)).toContainText(UNKNOWN)
  await page.getByRole('button', { name: 'Close notice' }).press('Enter')
  await expect(notice(page)).toHaveCount(0)
})

for (const [name, sentence] of [
  ['public-key.html', KEY],
  ['unknown-app.html', UNKNOWN],
] as const) {
  test(`${name} on a published page: only the console names the mistake`, async ({ page, urls, expectedConsole }) => {
    const told: string[] = []
    expectedConsole.push(sentence, /status of 404/)
    page.on('console', (message) => told.push(message.text()))
    await publish(page, urls.api, name)
    await expect.poll(() => told.some((line) => sentence.test(line))).toBe(true)
    await expect(page.locator('ms-setup-notice')).toHaveCount(0)
  })
}

test('visitors of a page with an unknown app are not told about install scripts', async ({
  page,
  urls,
  expectedConsole,
}) => {
  expectedConsole.push(UNKNOWN, /status of 404/)
  await publish(page, urls.api, 'unknown-app.html')
  await page.getByPlaceholder('Email').fill('ada@example.com')
  await page.getByPlaceholder('Password').fill('a-good-password')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.locator('#ms-message')).toContainText('Something went wrong. Please try again.')
})

test('a root domain that localhost does not have: the console says where the session is', async ({
  page,
  site,
  expectedConsole,
}) => {
  const told: string[] = []
  expectedConsole.push(/"localhost" has no root domain/)
  page.on('console', (message) => told.push(message.text()))
  await page.goto(`${site.url}/moved/root-cookie.html`)
  await expect.poll(() => told.join()).toMatch(/setCookieOnRootDomain has no effect: "localhost" has no root domain/)
})

test('a missing price id is named', async ({ page, urls, email, expectedConsole }) => {
  expectedConsole.push(/status of 400/)
  await page.goto(`${urls.demo}/gating/members.html`)
  const message = await page.evaluate(async (who) => {
    await window.$memberstackDom?.signupMemberEmailPassword({ email: who, password: 'a-good-password' })
    const wrong = JSON.parse('{"planId":"pln_x"}')
    return window.$memberstackDom?.purchasePlansWithCheckout(wrong).then(
      () => '',
      (error: Error) => error.message,
    )
  }, email)
  expect(message).toBe('The required field "priceId" is missing.')
})
