import type { Page } from '@playwright/test'
import { serveHtml } from '../serve-html'
import { signUp } from '../sign-up'
import { expect, test } from '../product-test'
import { closeWindow } from './close-window'
import { consent } from './consent-page'
import { askFor, publishedPage } from './published-page'

type Told = { answer: { data: Record<string, unknown> } } | { error: { code: string; message: string } }

async function open(page: Page, url: string, query: string): Promise<Page> {
  await page.goto(url + query)
  const [window] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button').click()])
  return window
}

/** Result of the published client's promise. */
async function told(page: Page): Promise<Told> {
  await expect(page.locator('output')).not.toBeEmpty()
  return JSON.parse(await page.locator('output').innerText())
}

/** The member of a session token. */
async function memberOf(api: string, token: string) {
  const headers = { 'X-APP-ID': 'app_demo', Authorization: `Bearer ${token}` }
  const { data } = await (await fetch(`${api}/member`, { headers })).json()
  return data
}

test('a sign-up by a published client: doubly encoded fields and plans arrive, and the result logs in', async ({
  page,
  urls,
  email,
}) => {
  const site = await serveHtml(publishedPage(urls.api, 'pk_sb_demo'))
  const customFields = { 'first-name': 'Zoë & 100 %25', company: 'a "b" + c' }
  const wishes = { provider: 'google', customFields, plans: [{ planId: 'pln_free' }], inviteToken: 'of-no-team' }
  const window = await open(page, site.url, askFor('signup', wishes))
  await consent(window, email)
  const answer = await told(page)
  expect(answer).toMatchObject({ answer: { data: { member: { auth: { email }, verified: true } } } })
  const { accessToken, expires } = Object(Object(Object(answer).answer).data).tokens
  expect(expires).toBeGreaterThan(Date.now())
  const member = await memberOf(urls.api, accessToken)
  expect(member.customFields).toMatchObject(customFields)
  expect(member.planConnections).toMatchObject([{ planId: 'pln_free' }])
  expect(member.auth).toMatchObject({ hasPassword: false, providers: [{ provider: 'google' }] })
  site.close()
})

test('a login by a published client: asks without an account, created with allowSignup, found the next time', async ({
  page,
  urls,
  email,
}) => {
  const site = await serveHtml(publishedPage(urls.api, 'pk_sb_demo'))
  const refused = await open(page, site.url, askFor('login', { provider: 'github' }))
  await consent(refused, email)
  await expect(refused.getByText(`No account for ${email} yet.`)).toBeVisible()
  await refused.getByRole('button', { name: 'Cancel' }).click()
  expect(await told(page)).toMatchObject({ error: { code: 'account-not-found', message: expect.stringMatching(/./) } })
  await closeWindow(refused)
  for (const wishes of [{ provider: 'github', allowSignup: true }, { provider: 'github' }]) {
    const window = await open(page, site.url, askFor('login', wishes))
    await consent(window, email)
    expect(await told(page)).toMatchObject({ answer: { data: { member: { auth: { email } } } } })
  }
  site.close()
})

test('connecting by a published client, which identifies the member by the session token', async ({
  page,
  urls,
  email,
}) => {
  const site = await serveHtml(publishedPage(urls.api, 'pk_sb_demo'))
  const token = await signUp(urls.api, { email, password: 'a-good-password' })
  const window = await open(page, site.url, askFor('connect', { provider: 'spotify', token }))
  // It is in no later URL, and sent to no other site.
  await window.getByLabel('Email').waitFor()
  expect(window.url()).not.toContain(token)
  await consent(window, `elsewhere-${email}`)
  expect(await told(page)).toMatchObject({ answer: { data: { providers: [{ provider: 'spotify' }] } } })
  const member = await memberOf(urls.api, token)
  expect(member.auth).toMatchObject({ email, providers: [{ provider: 'spotify' }] })

  const other = await open(page, site.url, askFor('connect', { provider: 'google', token: 'no-session' }))
  expect(await told(page)).toMatchObject({ error: { code: 'account-connect-requires-login' } })
  await expect(other.getByText('log in before you connect')).toBeVisible()
  site.close()
})

test('a page that sends no origin, or a wrong one, gets no result', async ({ page, urls, expectedConsole }) => {
  // The browser logs the status of the window's page.
  expectedConsole.push(/status of 40/)
  const honest = publishedPage(urls.api, 'pk_sb_demo')
  const silent = honest.replace('<head>', '<head><meta name="referrer" content="no-referrer" />')
  const liar = honest.replace('location.hostname', '"bank.example"')
  for (const html of [silent, liar]) {
    expect(html).not.toBe(honest)
    const site = await serveHtml(html)
    const window = await open(page, site.url, askFor('login', { provider: 'google', allowSignup: true }))
    await expect(window.getByRole('heading')).toBeVisible()
    expect(new URL(window.url()).origin).toBe(urls.api)
    await expect(window.getByLabel('Email')).toHaveCount(0)
    await window.close()
    await expect(page.locator('output')).toBeEmpty()
    site.close()
  }
})
