import type { Page, Request } from '@playwright/test'
import { startProduct } from '../support/start-product'
import { consoleTest as test } from './console-page'
import { expect } from './product-test'

const PASSWORD = 'zebra-lantern-94-quilt'

/** All that scripts of this origin can read later. */
const stored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return JSON.stringify({
      local: Object.entries(localStorage),
      session: Object.entries(sessionStorage),
      cookie: document.cookie,
      name: window.name,
      history: history.state,
      address: location.href,
      databases: await indexedDB.databases(),
      caches: requests.flat().map(({ url }) => url),
    })
  })

test('after a login no token of a person is in the browser’s storage, and scripts cannot read the cookie', async ({
  page,
  context,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 401/)
  const product = await startProduct()
  try {
    const { api } = product.urls
    await page.goto(product.setupUrl)
    await page.getByRole('textbox', { name: 'Name' }).fill('Olga')
    await page.getByRole('textbox', { name: 'Email' }).fill('olga@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL(/\/console\/new/)
    expect((await stored(page)).includes(product.setupUrl.split('#')[1] ?? 'none')).toBe(false)
    await context.clearCookies()

    await page.goto(`${api}/console/apps/app_demo/members`)
    await page.getByRole('textbox', { name: 'Email' }).fill('olga@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    const isOpening = (request: Request) => request.url().endsWith('/console/session') && request.method() === 'POST'
    const [opening] = await Promise.all([
      page.waitForRequest(isOpening),
      page.getByRole('button', { name: 'Log in', exact: true }).click(),
    ])
    const member: string = opening.postDataJSON().token
    expect(member).toMatch(/^[\w-]{20,}$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible()

    const cookies = await context.cookies()
    const [session] = cookies
    expect(cookies).toMatchObject([{ name: 'console_session', httpOnly: true, sameSite: 'Strict', path: '/' }])
    const consoleToken = await page.evaluate(async () => (await (await fetch('/console/session')).json()).data.token)
    expect(consoleToken).toMatch(/^[\w-]{20,}$/)
    const tokens = { member, consoleToken, cookie: session?.value ?? 'none' }
    for (const at of ['the screen', 'a reload']) {
      const text = await stored(page)
      const found = Object.entries(tokens).flatMap(([name, token]) => (text.includes(token) ? [name] : []))
      expect({ at, found }).toEqual({ at, found: [] })
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible()
    }
    // The member's session has ended too.
    const headers = { 'X-API-KEY': 'pk_console', Authorization: `Bearer ${member}`, Origin: api }
    expect(await (await context.request.get(`${api}/member`, { headers })).json()).toMatchObject({ data: null })
  } finally {
    // An open page would miss its server.
    await page.close()
    await product.stop()
  }
})
