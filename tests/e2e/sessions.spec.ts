import { openModal, password } from './account-modals'
import { expect, test } from './product-test'
import { logInByApi, signUp } from './sign-up'
import { storeSession } from './store-session'

test('a member sees a login in another browser, ends it, and then all others', async ({
  page,
  browser,
  urls,
  email,
}) => {
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  const other = await browser.newContext({ userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.1) Firefox/128.0' })
  const elsewhere = await other.newPage()
  const login = await openModal(elsewhere, urls.demo, 'LOGIN')
  await login.getByLabel('Email').fill(email)
  await login.getByLabel('Password', { exact: true }).fill(password)
  await login.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(login.getByText('Welcome back')).toBeVisible()

  const dialog = await openModal(page, urls.demo, 'PROFILE', { tab: 'security' })
  const list = dialog.getByRole('region', { name: 'Where you are logged in' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByText('This device')).toHaveCount(1)
  const firefox = list.getByRole('listitem').filter({ hasText: 'Firefox on macOS' })
  await expect(firefox).toContainText('127.0.0.0/24 · Password')
  await firefox.getByRole('button', { name: 'End', exact: true }).click()
  await expect(dialog.getByText('The session has ended.')).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await elsewhere.goto(`${urls.demo}/gating/members.html`)
  await expect(elsewhere.locator('#for-visitors, [data-ms-modal=login]').first()).toBeVisible()
  await other.close()
})

test('data-ms-action="end-other-sessions" ends all other logins and says so', async ({ page, urls, email }) => {
  await page.goto(`${urls.demo}/actions/end-other-sessions.html`)
  await expect(page.getByRole('button', { name: 'Log out everywhere else' })).toBeHidden()
  const first = await signUp(urls.api, { email, password })
  const { token: here } = await logInByApi(urls.api, { email, password })
  await page.evaluate((token) => localStorage.setItem('_ms-mid', token), here)
  await page.reload()
  await page.getByRole('button', { name: 'Log out everywhere else' }).click()
  await expect(page.locator('#ms-message')).toContainText('All other sessions have ended.')
  const memberOf = async (token: string) => {
    const headers = { 'X-APP-ID': 'app_demo', Authorization: `Bearer ${token}` }
    const { data } = await (await fetch(`${urls.api}/member`, { headers })).json()
    return data?.auth.email
  }
  expect([await memberOf(first), await memberOf(here)]).toEqual([undefined, email])
})
