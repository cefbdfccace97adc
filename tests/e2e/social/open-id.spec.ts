import { signUp } from '../sign-up'
import { slow } from '../slow-tier'
import { askForWindow, askTheClient, expectTold } from './client-page'
import { closeWindow } from './close-window'
import { expect, logInAtAcme, test } from './open-id-test'

// One worker, because these tests start their own product.
test.describe.configure({ mode: 'default' })

test('a visitor signs up with a real OpenID provider, and logs in with it the next time', async ({
  page,
  site,
  email,
}) => {
  const window = await askForWindow(page, site, 'signupWithProvider', {
    provider: 'acme',
    customFields: { company: 'Ada & Sons' },
    plans: [{ planId: 'pln_free' }],
  })
  await logInAtAcme(window, email, { first: 'Zoë' })
  const auth = { email, hasPassword: false, providers: [{ provider: 'acme' }] }
  const customFields = { 'first-name': 'Zoë', company: 'Ada & Sons' }
  const planConnections = [{ planId: 'pln_free' }]
  await expectTold(page, { data: { member: { auth, customFields, verified: true, planConnections } } })
  await expect(page.getByText(`In: ${email}`)).toBeVisible()
  await expect.poll(() => window.isClosed()).toBe(true)

  await page.reload()
  await expect(page.getByText(`In: ${email}`)).toBeVisible()
  await askTheClient(page, site, 'logout', {})
  await expect(page.getByText(`In: ${email}`)).toBeHidden()
  await askForWindow(page, site, 'loginWithProvider', { provider: 'acme' })
  await expectTold(page, { data: { member: { auth } } })
})

test('a member connects, logs in with it, and disconnects; then it no longer works', async ({
  page,
  urls,
  site,
  email,
}) => {
  const password = 'a-good-password'
  await signUp(urls.api, { email, password })
  await askTheClient(page, site, 'loginMemberEmailPassword', { email, password })
  await expectTold(page, { data: { member: { auth: { providers: [] } } } })
  const window = await askForWindow(page, site, 'connectProvider', { provider: 'acme' })
  await logInAtAcme(window, `work-${email}`)
  await expectTold(page, { data: { providers: [{ provider: 'acme' }] } })

  await askTheClient(page, site, 'logout', {})
  await askForWindow(page, site, 'loginWithProvider', { provider: 'acme' })
  await expectTold(page, { data: { member: { auth: { email } } } })
  await askTheClient(page, site, 'disconnectProvider', { provider: 'acme' })
  await expectTold(page, { data: { providers: [] } })

  await askTheClient(page, site, 'logout', {})
  const refused = await askForWindow(page, site, 'loginWithProvider', { provider: 'acme', allowSignup: false })
  await expectTold(page, { code: 'account-not-found' })
  await expect(refused.getByText('No account uses this login yet')).toBeVisible()
})

test('a login of a new person asks in the window, and creates an account with the identity that is already there', async ({
  page,
  site,
  email,
}) => {
  const window = await askForWindow(page, site, 'loginWithProvider', { provider: 'acme' })
  await logInAtAcme(window, email, { first: 'Zoë' })
  await expect(window.getByText(`No account for ${email} yet.`)).toBeVisible()
  await expect(page.getByText('In:')).toBeHidden()
  await window.getByRole('button', { name: 'Create an account with Acme' }).click()
  const auth = { email, hasPassword: false, providers: [{ provider: 'acme' }] }
  await expectTold(page, { data: { member: { auth, verified: true, customFields: { 'first-name': 'Zoë' } } } })
  await expect(page.getByText(`In: ${email}`)).toBeVisible()
  await expect.poll(() => window.isClosed()).toBe(true)
})

test('a refusal at the provider is reported, and nothing changes', async ({ page, site, email }) => {
  const window = await askForWindow(page, site, 'signupWithProvider', { provider: 'acme' })
  await window.getByLabel('Email').fill(email)
  await window.getByRole('button', { name: 'Cancel' }).click()
  await expectTold(page, { code: 'provider-cancelled' })
  await expect(window.getByText('Nothing was changed')).toBeVisible()
  await closeWindow(window)
  await expect(page.getByText('In:')).toBeHidden()
})

test('the provider opens in the page if the page requests it, and returns to it', async ({ page, site, email }) => {
  const params = { provider: 'acme', allowSignup: true, mode: 'redirect' }
  await askTheClient(page, site, 'loginWithProvider', params)
  await logInAtAcme(page, email)
  await expect(page.getByText(`In: ${email}`)).toBeVisible()
  const { origin, pathname, hash } = new URL(page.url())
  expect([`${origin}${pathname}`, hash]).toEqual([site, ''])
  expect(page.context().pages()).toHaveLength(1)
})

test('an unreachable provider is named as the cause', async ({ page, site }) => {
  const window = await askForWindow(page, site, 'loginWithProvider', { provider: 'gone' })
  await expectTold(page, { code: 'provider-unavailable' })
  await expect(window.getByText('can’t be reached')).toBeVisible()
})

test('the dialogs of a page offer the provider with the others, and it works', slow, async ({ page, urls, email }) => {
  await page.goto(`${urls.demo}/modals/account.html`)
  await page.getByText('Join', { exact: true }).click()
  const opening = page.waitForEvent('popup')
  await page.getByRole('dialog').getByRole('button', { name: /Acme/ }).click()
  await logInAtAcme(await opening, email)
  await expect
    .poll(() => page.evaluate(() => window.$memberstackDom?.getCurrentMember()))
    .toMatchObject({ data: { auth: { email, providers: [{ provider: 'acme' }] } } })
})
