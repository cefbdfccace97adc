import type { Page } from '@playwright/test'
import { expect, test } from './product-test'
import { serveHtml } from './serve-html'
import { slowUnless } from './slow-tier'

const secret = 'a-secret-password'

/** Login forms in careless markup. */
const page = (api: string, form: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Log in</title><link rel="icon" href="data:,">
<script src="${api}/membership.js" data-memberstack-app="app_demo"></script></head><body><main><h1>Log in</h1>
${form.replace(
  'FIELDS',
  `<label>Email <input name="email" type="email" data-ms-member="email"></label>
<label>Password <input name="password" type="password" data-ms-member="password"></label>`,
)}</main></body></html>`

const press = (browser: Page) => browser.getByRole('button', { name: 'Go' }).click()
const enter = (browser: Page) => browser.getByLabel('Password').press('Enter')
const script = (code: string) => (browser: Page) => browser.evaluate(code)

const tricks: Record<string, [form: string, send: (browser: Page) => Promise<unknown>]> = {
  'a button with a method and an address of its own': [
    '<form data-ms-form="login" method="post">FIELDS<button formmethod="get" formaction="/elsewhere">Go</button></form>',
    press,
  ],
  'a button outside of the form': [
    '<form id="f" data-ms-form="login">FIELDS</form><button form="f" formmethod="get">Go</button>',
    press,
  ],
  'an image for a button': [
    '<form data-ms-form="login">FIELDS<input type="image" alt="Go" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></form>',
    enter,
  ],
  'a form that opens a tab': ['<form data-ms-form="login" target="_blank">FIELDS<button>Go</button></form>', press],
  'a form within a dialog, of the method dialog': [
    '<dialog open><form data-ms-form="login" method="dialog">FIELDS<button>Go</button></form></dialog>',
    press,
  ],
  'a script that asks for the submit by a button': [
    '<form data-ms-form="login">FIELDS<button formmethod="get">Go</button></form>',
    script('document.forms[0].requestSubmit(document.querySelector("button"))'),
  ],
  'a form whose fields have the names of what it is asked': [
    '<form data-ms-form="login">FIELDS<input type="hidden" name="elements"><input type="hidden" name="action"><button name="submit">Go</button></form>',
    press,
  ],
}

for (const [what, [form, send]] of Object.entries(tricks)) {
  test(
    `no password in any address: ${what}`,
    slowUnless(what.includes('button')),
    async ({ page: browser, context, urls, expectedConsole }) => {
      expectedConsole.push(/status of 401/)
      const outside = await serveHtml(page(urls.api, form))
      const asked: string[] = []
      context.on('request', (request) => asked.push(request.url()))
      await browser.goto(outside.url)
      await browser.waitForFunction(() => window.$memberstackReady)
      await browser.getByLabel('Email').fill('nobody@example.com')
      await browser.getByLabel('Password').fill(secret)
      await send(browser)
      await expect(browser.getByText('Invalid email or password')).toBeVisible()
      expect(asked.filter((url) => url.includes(secret) || url.includes('elsewhere'))).toEqual([])
      expect([browser.url(), context.pages().length]).toEqual([outside.url, 1])
      await expect(browser.getByLabel('Password')).toHaveValue(secret)
      outside.close()
    },
  )
}

for (const form of [
  '<form data-ms-form="Login" method="get">FIELDS<button>Go</button></form>',
  '<form method="get">FIELDS<button>Go</button></form>',
]) {
  test(`no password in any address: a slip of the author, ${form.slice(0, 40)}`, async ({
    page: browser,
    urls,
    expectedConsole,
  }) => {
    expectedConsole.push(/This form was not sent: it would put a password into the URL/)
    const outside = await serveHtml(page(urls.api, form))
    await browser.goto(outside.url)
    await browser.getByLabel('Password').fill(secret)
    const said = browser.waitForEvent('console', (message) => message.text().includes('was not sent'))
    await press(browser)
    await said
    expect(browser.url()).toBe(outside.url)
    await expect(browser.getByLabel('Password')).toHaveValue(secret)
    outside.close()
  })
}
