import type { Page } from '@playwright/test'
import { expect, test as base } from '../product-test'
import { askForWindow, askTheClient, clientPage, expectTold } from './client-page'
import { closeWindow } from './close-window'
import { serveHtml } from '../serve-html'
import { consent } from './consent-page'

type Noted = Window & { listening?: number; opened?: string[] }

const test = base.extend<{ site: string }>({
  site: async ({ page, urls }, provide) => {
    await page.addInitScript(() => {
      const noted: Noted = window
      noted.listening = 0
      noted.opened = []
      type Listen = (...given: Parameters<typeof window.addEventListener>) => void
      const counting =
        (by: number, original: Listen): Listen =>
        (...given) => {
          if (given[0] === 'message') noted.listening = (noted.listening ?? 0) + by
          original(...given)
        }
      const open = window.open.bind(window)
      window.addEventListener = counting(1, window.addEventListener.bind(window))
      window.removeEventListener = counting(-1, window.removeEventListener.bind(window))
      window.open = (address, ...given) => {
        noted.opened?.push(String(address))
        return open(address, ...given)
      }
    })
    const served = await serveHtml(clientPage(urls.api))
    await provide(served.url)
    served.close()
  },
})

const login = { provider: 'google', allowSignup: true }
const listening = (page: Page) => page.evaluate(() => (window as Noted).listening)
const openedAddress = async (page: Page): Promise<URL> =>
  new URL(await page.evaluate(() => (window as Noted).opened?.[0] ?? ''))
/** Posts a forged login result to the page. Runs in any window. */
const forge = (place: { postMessage(message: unknown, target: string): void }, state: string | null): void =>
  place.postMessage(
    { state, data: { member: { id: 'mem_evil' }, tokens: { accessToken: 'evil', expires: 9e15 } } },
    '*',
  )

test('a window of 600 by 700 logs in, closes, and leaves no listeners', async ({ page, urls, email, site }) => {
  const popup = await askForWindow(page, site, 'loginWithProvider', login)
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([600, 700])
  const { origin, pathname, searchParams } = await openedAddress(page)
  expect(origin + pathname).toBe(`${urls.api}/auth-provider/login`)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    provider: 'google',
    allowSignup: 'true',
    appId: 'app_demo',
    publicKey: 'pk_sb_demo',
    origin: 'localhost',
    opener_origin: new URL(site).origin,
    browser: 'CHROME',
  })
  expect(await listening(page)).toBe(1)
  const closed = popup.waitForEvent('close')
  await consent(popup, email)
  await expectTold(page, { data: { member: { auth: { email } } } })
  await expect(page.getByText(`In: ${email}`)).toBeVisible()
  await closed
  expect(await listening(page)).toBe(0)
})

test('a canceled, closed or blocked window is reported', async ({ page, site }) => {
  const refused = await askForWindow(page, site, 'loginWithProvider', login)
  await refused.getByRole('button', { name: 'Cancel' }).click()
  await expectTold(page, { code: 'provider-cancelled' })
  await closeWindow(refused)

  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Go' }).click()
  await (await opening).close()
  await expectTold(page, { code: 'popup-closed' })

  await page.evaluate(() => void (window.open = () => null))
  await page.getByRole('button', { name: 'Go' }).click()
  await expectTold(page, { code: 'popup-blocked' })
  expect(await listening(page)).toBe(0)
})

test('a result is accepted only from the right window and origin with the right state', async ({
  page,
  urls,
  email,
  site,
}) => {
  const popup = await askForWindow(page, site, 'loginWithProvider', login)
  await expect(popup.getByLabel('Email')).toBeVisible()
  const consentPage = popup.url()
  const state = (await openedAddress(page)).searchParams.get('state')

  // From the page itself, and from another window of the right origin.
  await page.evaluate(`(${forge.toString()})(window, ${JSON.stringify(state)})`)
  const opening = page.waitForEvent('popup')
  await page.evaluate((api) => void window.open(`${api}/health`, 'other'), urls.api)
  const other = await opening
  await other.waitForURL(`${urls.api}/health`)
  await other.evaluate(`(${forge.toString()})(opener, ${JSON.stringify(state)})`)
  // From the window, with another state, and then from another origin.
  await popup.evaluate(`(${forge.toString()})(opener, 'other')`)
  await popup.goto(`${urls.demo}/pricing.html`)
  await popup.evaluate(`(${forge.toString()})(opener, ${JSON.stringify(state)})`)
  await popup.goto(consentPage)

  await expect(page.locator('output')).toBeEmpty()
  expect(await page.evaluate(() => window.$memberstackDom?.getMemberCookie())).toBeUndefined()
  await consent(popup, email)
  await expectTold(page, { data: { member: { auth: { email } } } })
})

test('a connection goes directly to the provider, and shows at once', async ({ page, email, site }) => {
  await consent(await askForWindow(page, site, 'signupWithProvider', { provider: 'google' }), email)
  await expectTold(page, { data: { member: {} } })
  await consent(await askForWindow(page, site, 'connectProvider', { provider: 'github' }), email)
  await expectTold(page, { data: { providers: [{ provider: 'google' }, { provider: 'github' }] } })
  const known = await page.evaluate(() => window.$memberstackDom?.getCurrentMember({ useCache: true }))
  expect(known?.data?.auth.providers).toEqual([{ provider: 'google' }, { provider: 'github' }])
})

const inPage = { ...login, mode: 'redirect' }

test('the full-page flow returns to the same page, logged in, with a clean URL', async ({ page, email, site }) => {
  const asked = new URLSearchParams({ method: 'loginWithProvider', params: JSON.stringify(inPage) })
  const address = `${site}?${asked}#its/own?part=1`
  await page.goto(address)
  await page.waitForFunction(() => window.$memberstackReady)
  await page.getByRole('button', { name: 'Go' }).click()
  await consent(page, email)
  await expect(page.getByText(`In: ${email}`)).toBeVisible()
  expect(page.url()).toBe(address)
  await page.reload()
  await expect(page.getByText(`In: ${email}`)).toBeVisible()
})

test('canceling in the full-page flow returns to the page with a message', async ({ page, site }) => {
  await askTheClient(page, site, 'loginWithProvider', inPage)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('You canceled the login.')).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
})

test('a result in the URL logs no one in without a stored flow', async ({
  page,
  email,
  site,
  openTab,
  expectedConsole,
}) => {
  expectedConsole.push(/not started in this tab/, /ERR_FAILED/)
  // An attacker starts and keeps the result.
  await page.route('**/auth/provider-answer', (route) => route.abort())
  const stolen = page.waitForResponse((response) => (response.headers()['location'] ?? '').includes('#ms-auth='))
  await askTheClient(page, site, 'loginWithProvider', inPage)
  await consent(page, email)
  const { location = '' } = (await stolen).headers()
  await expect(page.getByText('The server could not be reached.')).toBeVisible()

  const victim = await openTab()
  const asked: string[] = []
  victim.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await victim.goto(location)
  await victim.waitForFunction(() => window.$memberstackReady)
  expect(victim.url()).toBe(location.replace(/#.*/, ''))
  expect(asked).toContain('/app-member')
  expect(asked).not.toContain('/auth/provider-answer')
  await expect(victim.getByText(/^In:/)).toHaveCount(0)
})
