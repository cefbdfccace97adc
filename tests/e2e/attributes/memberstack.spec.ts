import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expectModalGone } from '../account-modals'
import { projectRoot } from '../../support/run-process'
import { payWith, plansOf } from '../checkout'
import { expect, test } from '../product-test'
import { serveHtml } from '../serve-html'
import { signUp } from '../sign-up'
import { consent } from '../social/consent-page'
import { storeSession } from '../store-session'

const password = 'a-good-password'

test('data-ms-social-auth-allow-signup: a new person with Google becomes a member in a login form, and in the login modal', async ({
  page,
  urls,
  email,
}) => {
  await page.goto(`${urls.demo}/forms/memberstack.html`)
  const fromForm = page.waitForEvent('popup')
  await page.locator('form').getByRole('button', { name: 'Continue with Google' }).click()
  await consent(await fromForm, email)
  await expect(page.getByText(`You are logged in as ${email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()

  await page.getByRole('button', { name: 'Log in with the modal' }).click()
  const fromModal = page.waitForEvent('popup')
  await page.getByRole('dialog').getByRole('button', { name: 'Continue with Google' }).click()
  await consent(await fromModal, `modal-${email}`)
  await expect(page.getByText(`You are logged in as modal-${email}.`)).toBeVisible()
})

test('data-ms-auth-allow-login: a sign-up with an existing account and its password logs in; another password does not', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 40\d/)
  await signUp(urls.api, { email, password })
  await page.goto(`${urls.demo}/forms/memberstack.html`)
  const form = page.locator('form[data-ms-form="signup"]')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password').fill('not-the-password')
  await form.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.locator('#ms-message')).toContainText('already')
  await expect(form.getByLabel('Email')).toHaveValue(email)
  await form.getByLabel('Password').fill(password)
  await form.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText(`You are logged in as ${email}.`)).toBeVisible()
})

test('data-ms-success-message: replaces the message of a plan', async ({ page, urls, email }) => {
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await page.goto(`${urls.demo}/forms/memberstack.html`)
  await page.getByRole('link', { name: 'Join the newsletter' }).click()
  await expect(page.locator('#ms-message')).toContainText('The next newsletter is yours.')
  expect(await plansOf(page)).toEqual(['pln_newsletter ACTIVE'])
})

test('data-ms-action="delete-member": asks first, in a dialog with the focus on Cancel, and then deletes', async ({
  page,
  urls,
  email,
}) => {
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await page.goto(`${urls.demo}/actions/delete-member.html`)
  const opener = page.getByRole('button', { name: 'Delete my account' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog.getByText('This can’t be undone.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
  await expect(page.getByText(`You are logged in as ${email}.`)).toBeVisible()

  await opener.click()
  await dialog.getByRole('button', { name: 'Yes, Delete Account' }).click()
  await expect(page.locator('#ms-message')).toContainText('Your account has been deleted.')
  await expect(opener).toHaveCount(0)
  const login = await page.request.post(`${urls.api}/auth/login`, {
    headers: { 'X-APP-ID': 'app_demo' },
    data: { email, password },
  })
  expect(login.status()).toBe(401)
})

test('data-ms-action="return-to-checkout": leads back to the checkout that was left, until it is paid', async ({
  page,
  urls,
  email,
}) => {
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await page.goto(`${urls.demo}/plans/return-to-checkout.html`)
  const back = page.getByRole('button', { name: 'Back to the checkout' })
  await expect(back).toBeHidden()
  await page.getByRole('button', { name: 'Buy Pro' }).click()
  await page.waitForURL('**/test/checkout?**')
  await page.goBack()
  await back.click()
  await payWith(page)
  await page.waitForURL('**/return-to-checkout.html**')
  await expect.poll(() => plansOf(page)).toEqual(['pln_pro ACTIVE prc_pro-monthly'])
  await expect(back).toBeHidden()
})

test('data-ms-modal="test-card": opens the test cards, and on a live page says that they work in Test Mode only', async ({
  page,
  urls,
}) => {
  await page.goto(`${urls.demo}/plans/return-to-checkout.html`)
  const opener = page.getByRole('button', { name: 'Test cards' })
  await opener.click()
  await expect(page.getByRole('dialog', { name: 'Test Mode' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await expectModalGone(page)

  await page.route(`${urls.api}/app-member`, async (route) => {
    const response = await route.fetch()
    const answer: { data: { app: object } } = await response.json()
    Object.assign(answer.data.app, { mode: 'live' })
    await route.fulfill({ response, json: answer })
  })
  await page.reload()
  await opener.click()
  await expect(page.locator('#ms-message')).toContainText('Test cards work in Test Mode only.')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('data-ms-form="post", data-ms-form="thread", data-ms-channel-content, data-ms-channel-sort="newest", data-ms-channel-sort="oldest", data-ms-post="like", data-ms-post="likeCount", data-ms-thread="like", data-ms-thread="likeCount", data-ms-post-edit, data-ms-post-delete, data-ms-thread-edit, data-ms-thread-delete: a conversation in Memberstack’s markup', async ({
  page,
  urls,
  email,
}) => {
  const html = await readFile(join(projectRoot, 'demo-pages/comments/memberstack.html'), 'utf8')
  const served = await serveHtml(
    html
      .replace('data-ms-channel="memberstack-markup"', `data-ms-channel="journey-${Date.now()}"`)
      .replaceAll(/(href|src)="\//g, `$1="${urls.demo}/`)
      .replace('http://localhost:4001', urls.api),
  )
  await storeSession(page, new URL(served.url).origin, urls.api, 'app_demo', email)
  await page.goto(served.url)
  const posts = page.locator('article.entry[id]')
  const write = async (text: string) => {
    await page.getByLabel('Your comment', { exact: true }).fill(text)
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(posts.filter({ hasText: text })).toBeVisible()
  }
  await write('First')
  await write('Second')
  await expect(page.locator('article.entry:not([id])')).toBeHidden()
  const texts = posts.locator('[data-ms-post="content"]')
  await expect(texts).toHaveText(['First', 'Second'])
  await page.getByRole('button', { name: 'Newest first' }).click()
  await expect(texts).toHaveText(['Second', 'First'])
  await page.getByRole('button', { name: 'Oldest first' }).click()
  await expect(texts).toHaveText(['First', 'Second'])

  const first = posts.first()
  await first.getByRole('button', { name: /^Like/ }).click()
  await expect(first.getByRole('button', { name: 'Like (1)' })).toHaveAttribute('aria-pressed', 'true')
  await first.getByRole('button', { name: 'Edit' }).click()
  await first.getByLabel('Edit your comment').fill('Better')
  await first.getByRole('button', { name: 'Save' }).click()
  await expect(texts).toHaveText(['Better', 'Second'])

  await first.getByLabel('Your reply', { exact: true }).fill('An answer')
  await first.getByRole('button', { name: 'Reply', exact: true }).click()
  const reply = first.locator('article.answer[id]')
  await expect(reply.locator('[data-ms-thread="content"]')).toHaveText('An answer')
  await reply.getByRole('button', { name: /^Like/ }).click()
  await expect(reply.getByRole('button', { name: 'Like (1)' })).toBeVisible()
  await reply.getByRole('button', { name: 'Edit' }).click()
  await reply.getByLabel('Edit your reply').fill('A better answer')
  await reply.getByRole('button', { name: 'Save' }).click()
  await expect(reply.locator('[data-ms-thread="content"]')).toHaveText('A better answer')

  const dialog = page.getByRole('dialog', { name: 'Delete this comment?' })
  await first.getByRole('button', { name: 'Delete' }).first().click()
  await expect(dialog.getByText('Its replies are deleted too.')).toBeVisible()
  await page.keyboard.press('Escape')
  await reply.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(reply).toHaveCount(0)
  await first.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByText('Better')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(texts).toHaveText(['Second'])
  served.close()
})

test('data-ms-auth-manage-providers: buttons inside connect a provider', async ({ page, urls, email }) => {
  const served = await serveHtml(`<!doctype html><html lang="en"><head><title>Accounts</title>
    <link rel="icon" href="data:," />
    <script src="${urls.api}/membership.js" data-memberstack-app="app_demo"></script></head><body>
    <div data-ms-content="members" data-ms-auth-manage-providers>
      <button type="button" data-ms-auth-provider="google" data-ms-auth-connected-text="Google is connected">Connect Google</button>
    </div></body></html>`)
  await storeSession(page, new URL(served.url).origin, urls.api, 'app_demo', email)
  await page.goto(served.url)
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Connect Google' }).click()
  await consent(await opening, email)
  await expect(page.getByRole('button', { name: 'Google is connected' })).toBeVisible()
  served.close()
})

test('a link to the checkout of Memberstack opens the checkout of this app for a price that it has', async ({
  page,
  urls,
  email,
}) => {
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await page.goto(`${urls.demo}/inspector/hosted-checkout-link.html`)
  await page.locator('#pass-plan').click()
  await payWith(page)
  await page.waitForURL(`${urls.demo}/pro.html**`)
  await expect.poll(async () => (await plansOf(page)).length).toBe(1)
})
