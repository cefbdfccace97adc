import type { Page } from '@playwright/test'
import { serveHtml } from '../serve-html'
import { signUp } from '../sign-up'
import { askForWindow, expectTold } from './client-page'
import { expect, logInAtAcme, test } from './open-id-test'
import { spyingPage } from './spying-page'
import { walkToCallback } from './walk-to-callback'

// One worker, because these tests start their own product.
test.describe.configure({ mode: 'default' })

/** Changes a parameter of the provider URL in transit, as an attacker would. */
function changeOnTheWay(page: Page, parameter: string): Promise<unknown> {
  return page.context().route('**/auth-provider/login?*', async (route) => {
    const response = await route.fetch({ maxRedirects: 0 })
    const headers = response.headers()
    const address = new URL(headers['location'] ?? '')
    const value = address.searchParams.get(parameter) ?? ''
    // Same length and alphabet: only the meaning is wrong.
    address.searchParams.set(
      parameter,
      value.replace(/^./u, (first) => (first === 'A' ? 'B' : 'A')),
    )
    await route.fulfill({ status: response.status(), headers: { ...headers, location: address.href } })
  })
}

/** The callback URL, once it is loaded. */
const callbackOf = async (window: Page): Promise<string> =>
  (await window.waitForRequest((request) => request.url().includes('/auth-provider/callback/'))).url()

for (const [parameter, secret] of [
  ['code_challenge', 'verifier'],
  ['nonce', 'nonce'],
] as const) {
  test(`a response for another ${secret} logs nobody in`, async ({ page, site, email, openId }) => {
    const asked = openId.acme.callsOf('token')
    await changeOnTheWay(page, parameter)
    const window = await askForWindow(page, site, 'loginWithProvider', { provider: 'acme', allowSignup: true })
    await logInAtAcme(window, email)
    await expectTold(page, { code: 'account-connect-failed' })
    await expect(window.getByText('did not confirm your identity')).toBeVisible()
    expect(openId.acme.callsOf('token')).toBe(asked + 1)
    await expect(page.getByText('In:')).toBeHidden()
  })
}

test('a response with another state returns nothing, and sends no request to the provider', async ({
  page,
  site,
  email,
  openId,
}) => {
  const asked = openId.acme.callsOf('token')
  await changeOnTheWay(page, 'state')
  const window = await askForWindow(page, site, 'loginWithProvider', { provider: 'acme', allowSignup: true })
  await logInAtAcme(window, email)
  await expect(window.getByText('started in another browser')).toBeVisible()
  expect(openId.acme.callsOf('token')).toBe(asked)
  await window.close()
  await expectTold(page, { code: 'popup-closed' })
})

test('the callback URL works once, and in no other browser', async ({ page, site, email, openId, browser }) => {
  const window = await askForWindow(page, site, 'loginWithProvider', { provider: 'acme', allowSignup: true })
  const [address] = await Promise.all([callbackOf(window), logInAtAcme(window, email)])
  await expectTold(page, { data: { member: { auth: { email } } } })
  const asked = openId.acme.callsOf('token')
  for (const context of [page.context(), await browser.newContext()]) {
    const again = await context.newPage()
    await again.goto(address)
    await expect(again.getByText('started in another browser')).toBeVisible()
  }
  expect(openId.acme.callsOf('token')).toBe(asked)
})

test('another user’s code does not log in here, and a code works only in its browser', async ({
  page,
  urls,
  site,
  email,
  openId,
  browser,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 400/)
  const attacker = await browser.newContext()
  const known = await askForWindow(await attacker.newPage(), site, 'loginWithProvider', {
    provider: 'acme',
    allowSignup: true,
  })
  await logInAtAcme(known, `attacker-${email}`)
  const unused = await walkToCallback(attacker, urls.api, site)
  await page.goto(unused)
  await expect(page.getByText('started in another browser')).toBeVisible()

  // The reverse: a stolen code in the attacker's own login.
  const window = await askForWindow(await page.context().newPage(), site, 'loginWithProvider', {
    provider: 'acme',
    allowSignup: true,
  })
  await logInAtAcme(window, email)
  const code = new URL(await walkToCallback(page.context(), urls.api, site)).searchParams.get('code') ?? ''
  const own = new URL(await walkToCallback(attacker, urls.api, site))
  own.searchParams.set('code', code)
  const asked = openId.acme.callsOf('token')
  const tab = await attacker.newPage()
  await tab.goto(own.href)
  await expect(tab.getByText('did not confirm your identity')).toBeVisible()
  expect(openId.acme.callsOf('token')).toBe(asked + 1)
})

test('a page that names another site’s origin as its own learns nothing', async ({
  page,
  urls,
  site,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/does not match the recipient window/)
  const evil = await serveHtml(spyingPage(urls.api, { publicKey: 'pk_sb_demo', opener_origin: new URL(site).origin }))
  await page.goto(evil.url)
  const [window] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button').click()])
  const ended = window.waitForResponse((response) => response.url().includes('/auth-provider/callback/'))
  await logInAtAcme(window, email)
  expect((await ended).status()).toBe(200)
  await expect.poll(() => window.isClosed()).toBe(true)
  await expect(page.locator('output')).toBeEmpty()
  evil.close()
})

test('in live mode, only pages on the app’s domains can log members in', async ({
  page,
  urls,
  site,
  email,
  expectedConsole,
}) => {
  const live = site.replace('//localhost', '//live.localhost')
  const window = await askForWindow(page, live, 'loginWithProvider', { provider: 'acme', allowSignup: true })
  await logInAtAcme(window, email)
  await expectTold(page, { data: { member: { auth: { email, providers: [{ provider: 'acme' }] } } } })

  expectedConsole.push(/status of 403/)
  const evil = await serveHtml(spyingPage(urls.api, { publicKey: 'pk_demo', opener_origin: 'its own' }))
  await page.goto(evil.url)
  const [refused] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button').click()])
  await expect(refused.getByRole('alert')).toBeVisible()
  expect(new URL(refused.url()).origin).toBe(urls.api)
  await refused.close()
  await expect(page.locator('output')).toBeEmpty()
  evil.close()
})

test('a result posted by another window does not log in, and the running login continues', async ({
  page,
  urls,
  site,
  email,
}) => {
  const token = await signUp(urls.api, { email: `attacker-${email}`, password: 'a-good-password' })
  const evil = await serveHtml(`<title>Evil</title><script>
    addEventListener('message', () => {
      const tokens = { accessToken: ${JSON.stringify(token)}, expires: Date.now() + 1e9 }
      const member = { id: 'mem_1', auth: { email: 'attacker@example.com' } }
      opener.postMessage({ data: { member, tokens } }, '*')
      for (const state of ['', null, '0']) opener.postMessage({ state, data: { member, tokens } }, '*')
    })
  </script>`)
  const window = await askForWindow(page, site, 'loginWithProvider', { provider: 'acme', allowSignup: true })
  const [stranger] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate((url) => {
      const opened = open(url)
      addEventListener('message', (event) => {
        if (event.source === opened)
          document.body.dataset['heard'] = String(Number(document.body.dataset['heard'] ?? 0) + 1)
      })
      setInterval(() => opened?.postMessage('now', '*'), 50)
    }, evil.url),
  ])
  await expect.poll(async () => Number(await page.locator('body').getAttribute('data-heard'))).toBeGreaterThan(3)
  await stranger.close()
  await expect(page.locator('output')).toBeEmpty()
  await expect(page.getByText('In:')).toBeHidden()
  await logInAtAcme(window, email)
  await expectTold(page, { data: { member: { auth: { email } } } })
  evil.close()
})
