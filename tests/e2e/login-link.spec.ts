import type { Browser, Page } from '@playwright/test'
import { expectModalGone, modalResult, openModal, password, typeCode } from './account-modals'
import { mailsTo } from './mailbox'
import { expect, test } from './product-test'
import { signUp } from './sign-up'

interface Urls {
  demo: string
  api: string
}

/** Asks for a login email in the modal, as a member without an open session. */
async function requestLink(page: Page, urls: Urls, email: string) {
  await signUp(urls.api, { email, password })
  const dialog = await openModal(page, urls.demo, 'LOGIN', { passwordless: true })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Continue with Email' }).click()
  await expect(dialog.getByText('Open the link or type the code')).toBeVisible()
  await expect.poll(async () => (await mailsTo(urls.api, email)).length).toBe(1)
  const [mail] = await mailsTo(urls.api, email)
  const link = /\S+#ms-auth=lnk_[\w-]+/u.exec(mail?.text ?? '')?.[0] ?? ''
  expect(link).toMatch(new RegExp(`^${urls.demo}/modals/account.html#ms-auth=lnk_`, 'u'))
  return { dialog, link }
}

async function elsewhere(browser: Browser, link: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(link)
  const dialog = page.getByRole('dialog', { name: 'Log in on this device?' })
  await expect(dialog).toBeVisible()
  return { context, page, dialog }
}

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('_ms-mid'))

test('a login link logs in at once in the browser that requested it, and in its waiting tab', async ({
  page,
  openTab,
  urls,
  email,
}) => {
  const { dialog, link } = await requestLink(page, urls, email)
  const tab = await openTab()
  await tab.goto(link)
  await expect.poll(() => tokenOf(tab)).toBeTruthy()
  expect(tab.url()).toBe(`${urls.demo}/modals/account.html`)
  await expect(tab.locator('#ms-message')).toContainText('Your email is confirmed.')
  await expectModalGone(dialog.page())
  expect(await modalResult(page)).toMatchObject({ type: 'LOGIN', data: { member: { auth: { email } } } })
})

test('another browser sees who asked, and logs in only after a click', async ({ page, browser, urls, email }) => {
  const { link } = await requestLink(page, urls, email)
  const other = await elsewhere(browser, link)
  await expect(other.dialog.getByText(`The link logs in ${email}.`)).toBeVisible()
  await expect(other.dialog.getByText(/It was requested on Chrome on .*127\.0\.0\.0\/24/)).toBeVisible()
  expect(await tokenOf(other.page)).toBeNull()
  await other.page.reload()
  await expect(other.page.getByRole('dialog')).toHaveCount(0)
  await other.page.goto(`${urls.demo}/modals/index.html`)
  await other.page.goto(link)
  await other.dialog.getByRole('button', { name: 'Log in here' }).click()
  await expect.poll(() => tokenOf(other.page)).toBeTruthy()
  await other.context.close()
})

test('another browser shows the code, which logs in where it was requested', async ({ page, browser, urls, email }) => {
  const { dialog, link } = await requestLink(page, urls, email)
  const other = await elsewhere(browser, link)
  await other.dialog.getByRole('button', { name: 'Show the code' }).click()
  const shown = (await other.dialog.locator('code').textContent()) ?? ''
  expect(shown).toMatch(/^\d{6}$/u)
  await expect(other.dialog.getByText('Type this code where you requested it.')).toBeVisible()
  await other.context.close()
  await typeCode(dialog, shown)
  await expect(dialog.getByText('Welcome back')).toBeVisible()
})

test('an older client’s link opens the hosted page, whose code logs in', async ({ page, urls, email }) => {
  await signUp(urls.api, { email, password })
  const headers = { 'Content-Type': 'application/json', 'X-APP-ID': 'app_demo' }
  const post = (path: string, body: object) =>
    fetch(urls.api + path, { method: 'POST', headers, body: JSON.stringify(body) })
  await post('/auth/passwordless/login/send', { email })
  await expect.poll(async () => (await mailsTo(urls.api, email)).length).toBe(1)
  const [mail] = await mailsTo(urls.api, email)
  await page.goto(/\S+\/login-link\?token=lnk_[\w-]+/u.exec(mail?.text ?? '')?.[0] ?? '')
  await expect(page.getByRole('heading', { name: 'Log in to Demo' })).toBeVisible()
  await page.getByRole('button', { name: 'Show the code' }).click()
  const passwordlessToken = await page.locator('strong').textContent()
  const answer = await post('/auth/passwordless/login', { email, passwordlessToken })
  expect((await answer.json()).data.member.auth.email).toBe(email)
})
