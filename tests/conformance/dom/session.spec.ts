import { buyByApi } from '../../e2e/checkout'
import { signUp } from '../../e2e/sign-up'
import { expect, PASSWORD, test, type Stage } from './dom-test'
import { resetPassword } from './reset-password'
import { theApp } from './shapes/app'
import { currentMember } from './shapes/member'

/** The data that the browser stores for the page. */
const kept = ({ page }: Stage): Promise<Record<string, unknown>> =>
  page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))

test('every call identifies the member and the page', async ({ stage }) => {
  await stage.open({}, 'deep/page.html?secret=1#part')
  const { tokens } = await stage.join()
  await stage.ask(currentMember, 'getCurrentMember')
  const asked = (await stage.asked()).find(({ path }) => path === '/member')
  expect(asked?.headers).toMatchObject({
    'x-api-key': 'pk_sb_demo',
    'x-app-id': 'app_demo',
    'x-user-agent': '@memberstack/client@1.2.0',
    'referring-path': '/deep/page.html',
    authorization: `Bearer ${tokens.accessToken}`,
  })
  expect(asked?.headers['x-session-id']).toHaveLength(26)
})

test('a client without an app id is identified by its key', async ({ stage }) => {
  await stage.open({ appId: undefined })
  expect((await stage.ask(theApp, 'getApp')).data.id).toBe('app_demo')
  await stage.join()
  expect((await stage.asked()).every(({ headers }) => !('x-app-id' in headers))).toBe(true)
})

test('a session stays for the next page, and ends when the server no longer accepts it', async ({ stage }) => {
  await stage.open()
  const { member } = await stage.join()
  await stage.open()
  expect((await stage.ask(currentMember, 'getCurrentMember')).data?.id).toBe(member.id)
  expect(JSON.parse(String((await kept(stage))['_ms-mem']))).toMatchObject({ id: member.id })
  // A password reset elsewhere ends every session.
  await resetPassword(stage, 'a-new-password')
  expect((await stage.ask(currentMember, 'getCurrentMember')).data).toBeNull()
  const rest = Object.keys(await kept(stage))
  expect(rest).not.toContain('_ms-mid')
  expect(rest).not.toContain('_ms-mem')
})

test('with useCookies the session is a cookie for as many days as it lasts', async ({ stage }) => {
  await stage.open({ useCookies: true })
  const { tokens } = await stage.join()
  const cookie = (await stage.page.context().cookies(stage.site)).find(({ name }) => name === '_ms-mid')
  expect(cookie).toMatchObject({ value: tokens.accessToken, path: '/', sameSite: 'Strict', httpOnly: false })
  const daysUntil = (time: number) => (time - Date.now()) / 86_400_000
  expect(Math.round(daysUntil((cookie?.expires ?? 0) * 1_000))).toBe(Math.ceil(daysUntil(tokens.expires)))
  expect(await kept(stage)).not.toHaveProperty('_ms-mid')
  await stage.open({ useCookies: true })
  expect((await stage.ask(currentMember, 'getCurrentMember')).data).not.toBeNull()
})

test('the client accepts a session token in the URL, but not our login ticket', async ({ stage }) => {
  const session = await signUp(stage.urls.api, { email: stage.email, password: PASSWORD })
  const headers = { Authorization: `Bearer ${session}`, 'X-APP-ID': 'app_demo' }
  const made = await fetch(`${stage.urls.api}/member/ticket`, { method: 'POST', headers })
  const { data }: { data: { ticket: string } } = await made.json()
  await stage.open({}, `?memberToken=${data.ticket}&x=1`)
  // The client treats the ticket as a session token, which the server does not know.
  expect((await stage.ask(currentMember, 'getCurrentMember')).data).toBeNull()
  expect(stage.page.url()).toBe(`${stage.site}?x=1`)
  await stage.open({}, `?memberToken=${session}`)
  expect((await stage.ask(currentMember, 'getCurrentMember')).data?.auth.email).toBe(stage.email)
  expect(stage.page.url()).toBe(stage.site)
})

test('page views are counted at the start and for every new path, but not with autoTrackPageViews: false', async ({
  stage,
}) => {
  const views = async () => (await stage.asked()).filter(({ path }) => path === '/page-view')
  const go = (address: string) => stage.page.evaluate((to) => history.pushState(null, '', to), address)
  await stage.open()
  await expect.poll(async () => (await views()).length).toBe(1)
  await go('/second')
  await go('/second?only=the-query')
  await go('#only-the-hash')
  await expect.poll(async () => (await views()).length).toBe(2)
  await go('/third')
  await expect.poll(async () => (await views()).length).toBe(3)
  expect((await views()).map(({ status, headers }) => [status, headers['referring-path']])).toEqual([
    [200, '/'],
    [200, '/second'],
    [200, '/third'],
  ])
  await stage.open({ autoTrackPageViews: false })
  await go('/fourth')
  await stage.ask(theApp, 'getApp')
  expect(await views()).toHaveLength(3)
})

test('with hashMode a new hash is a page view too', async ({ stage }) => {
  await stage.open({ hashMode: true })
  const views = async () => (await stage.asked()).filter(({ path }) => path === '/page-view').length
  await expect.poll(views).toBe(1)
  await stage.page.evaluate(() => void (location.hash = '#second'))
  await expect.poll(views).toBe(2)
})

test('a purchase redirects to the checkout, and back to the page', async ({ stage }) => {
  const { page, urls, site } = stage
  await stage.open()
  await stage.join()
  const buying = { priceId: 'prc_pro-lifetime', successUrl: '/thanks', cancelUrl: '/not-now' }
  await Promise.all([
    page.waitForURL(`${urls.api}/test/checkout?**`),
    page.evaluate((params) => void window.published.call('purchasePlansWithCheckout', [params]), buying),
  ])
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.waitForURL(`${site}not-now**`)
})

test('the portal opens without code of the page', async ({ stage }) => {
  const { page, urls } = stage
  await stage.open()
  const { tokens } = await stage.join()
  await buyByApi(urls, tokens.accessToken, 'prc_pro-monthly')
  await Promise.all([
    page.waitForURL(`${urls.api}/test/portal?**`),
    page.evaluate(() => void window.published.call('launchStripeCustomerPortal', [{}])),
  ])
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
