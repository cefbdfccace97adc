import type { Page } from '@playwright/test'
import { serveFixtures } from '../support/serve-fixtures'
import { expect, test } from './product-test'
import { slowUnless } from './slow-tier'

const tag = (attributes = '') =>
  `<script src="{{api}}/membership.js" data-memberstack-app="app_demo" ${attributes}></script>`

const body = `<main><h1>Placement</h1>
<p id="visitors" data-ms-content="!members">For visitors</p>
<p id="members" data-ms-content="members">For <b data-ms-member="email">members</b></p>
<form data-ms-form="login" data-ms-content="!members">
<label>Your email <input type="email" data-ms-member="email" autocomplete="username" /></label>
<label>Your password <input type="password" data-ms-member="password" autocomplete="current-password" /></label>
<button type="submit">Enter</button></form>
<button type="button" data-ms-modal="login">Log in</button>
<button type="button" data-ms-action="logout">Log out</button></main>`

const html = (head: string, { end = '', doctype = '<!doctype html>' } = {}) => `${doctype}
<html lang="en"><head><meta charset="utf-8" /><title>Placement</title><link rel="icon" href="data:," />${head}</head>
<body>${body}${end}</body></html>`

const script = (code: string) => `<script>${code}</script>`

/** Pages that the tag must work in, by their peculiarity. */
const surroundings: Record<string, string> = {
  'with AMD and CommonJS names about': html(
    script(`window.module = { exports: {} }; window.exports = module.exports; window.asked = []
      window.require = (name) => asked.push(name); window.define = (...all) => asked.push(all); define.amd = {}`) +
      tag(),
  ),
  'injected long after the page is there': html('', {
    end: script(`setTimeout(() => {
      const tag = document.createElement('script'); tag.src = '{{api}}/membership.js'; tag.async = true
      tag.setAttribute('data-memberstack-app', 'app_demo'); document.body.append(tag) }, 400)`),
  }),
  'loaded by another script that names the app on its own tag': html(
    `<script data-memberstack-app="app_demo" data-ms-api="{{api}}">
      const loaded = document.createElement('script'); loaded.src = '{{api}}/membership.js'; document.head.append(loaded)</script>`,
  ),
  'as a module': html(tag('type="module" crossorigin')),
  'under a policy that allows no inline code or style': html(
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src {{api}}; connect-src {{api}}; img-src data: {{api}}; require-trusted-types-for 'script'; trusted-types 'none'" />${tag()}`,
  ),
  'on a page with a base address': html(`<base href="https://elsewhere.example/deep/" />${tag()}`),
  'in quirks mode': html(tag(), { doctype: '' }),
  'where fetch, history and storage events are wrapped': html(
    script(`const { fetch, history } = window, push = history.pushState
      window.fetch = function (...all) { return Promise.resolve().then(() => fetch.apply(window, all)) }
      history.pushState = function (...all) { return push.apply(this, all) }
      const listen = EventTarget.prototype.addEventListener
      EventTarget.prototype.addEventListener = function (...all) { return listen.apply(this, all) }`) + tag(),
  ),
  'where arrays, strings, functions and elements carry things of the page': html(
    script(`Array.prototype.first = function () { return this[0] }; Element.prototype.hide = function () {}
      String.prototype.trimmed = function () { return this.trim() }; Function.prototype.later = function () {}
      Array.prototype.includes = function (one) { return this.indexOf(one) !== -1 }`) + tag(),
  ),
  'where the prototypes are frozen': html(
    script(
      `for (const one of [Object, Array, Function, String, Number, Promise, Map, Set, Error, RegExp, Date]) Object.freeze(one.prototype)`,
    ) + tag(),
  ),
  'where things carry names that pages like to give': html(
    script(
      `window.name = 'x'; var client = 1, member = 2, app = 3, $ = 4, _ = 5, React = 6, ReactDOM = 7, process = 8`,
    ) + tag(),
    { end: '<img name="forms" alt="" /><form id="body" name="head"><input name="children" aria-label="x" /></form>' },
  ),
}

async function works(page: Page, email: string): Promise<void> {
  await page.waitForFunction(() => window.$memberstackReady)
  await expect(page.locator('#visitors')).toBeVisible()
  await expect(page.locator('#members')).toHaveCount(0)
  await page.evaluate(
    (who) => window.$memberstackDom?.signupMemberEmailPassword({ email: who, password: 'a-good-password' }),
    email,
  )
  await expect(page.locator('#members')).toHaveText(`For ${email}`)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.locator('#members')).toHaveCount(0)
  await page.getByRole('button', { name: 'Log in' }).click()
  // By type: Playwright finds no labels in XHTML.
  const dialog = page.locator('dialog')
  await dialog.locator('[type=email]').fill(email)
  await dialog.locator('[type=password]').fill('a-good-password')
  await page.keyboard.press('Enter')
  await expect(page.locator('#members')).toHaveText(`For ${email}`)
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.locator('main [type=email]').fill(email)
  await page.locator('main [type=password]').fill('a-good-password')
  await page.getByRole('button', { name: 'Enter' }).click()
  await expect(page.locator('#members')).toHaveText(`For ${email}`)
}

/** Representative ones. */
const inTheGate = new Set(['as a module', 'in quirks mode', 'where things carry names that pages like to give'])

for (const [name, source] of Object.entries(surroundings)) {
  test(`the tag works ${name}`, slowUnless(inTheGate.has(name)), async ({ page, urls, email }) => {
    const site = await serveFixtures(urls.api, { '/page': () => source })
    await page.goto(`${site.url}/page`)
    await works(page, email)
    expect(await page.evaluate('window.asked ?? []')).toEqual([])
    expect(await page.evaluate('Object.keys(window.module?.exports ?? {})')).toEqual([])
    await site.stop()
  })
}

test('the tag works in an XHTML page', async ({ page, urls, email }) => {
  const source = html(tag(), { doctype: '<?xml version="1.0" encoding="UTF-8"?>' })
  const site = await serveFixtures(urls.api, {
    '/page.xhtml': () => source.replace('<html ', '<html xmlns="http://www.w3.org/1999/xhtml" '),
  })
  await page.goto(`${site.url}/page.xhtml`)
  expect(await page.evaluate(() => document.contentType)).toBe('application/xhtml+xml')
  await works(page, email)
  await site.stop()
})

test('the tag works in a frame of another site, and the frame’s member is not the outer page’s', async ({
  page,
  urls,
  email,
}) => {
  const inner = await serveFixtures(urls.api, { '/page': () => html(tag()) })
  const outer = await serveFixtures(urls.api, {
    '/page': () =>
      html(tag(), { end: `<iframe src="${inner.url}/page" title="Inside" width="800" height="600"></iframe>` }),
  })
  await page.goto(`${outer.url}/page`)
  const frame = page.frameLocator('iframe')
  await expect(frame.locator('#visitors')).toBeVisible()
  await frame.getByRole('button', { name: 'Log in' }).click()
  await expect(frame.getByRole('dialog').getByLabel('Email')).toBeFocused()
  await page.keyboard.press('Escape')
  const child = page.frames()[1]
  await child?.evaluate(
    (who) => window.$memberstackDom?.signupMemberEmailPassword({ email: who, password: 'a-good-password' }),
    email,
  )
  await expect(frame.locator('#members')).toHaveText(`For ${email}`)
  await expect(page.locator('#visitors')).toBeVisible()
  await expect(page.locator('#members')).toHaveCount(0)
  await Promise.all([inner.stop(), outer.stop()])
})

test('of several tags the first is used, with one warning', async ({ page, urls, email, expectedConsole }) => {
  expectedConsole.push(/warning: .*more than once/)
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  const second = tag().replace('app_demo', 'app_trusttag')
  const site = await serveFixtures(urls.api, { '/page': () => html(tag() + second, { end: tag('defer') }) })
  await page.goto(`${site.url}/page`)
  await works(page, email)
  expect(warnings).toHaveLength(2)
  expect((await page.evaluate(() => window.$memberstackDom?.getApp()))?.data.id).toBe('app_demo')
  await site.stop()
})
