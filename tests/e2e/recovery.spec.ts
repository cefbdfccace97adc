import { Secret, TOTP } from 'otpauth'
import type { Page } from '@playwright/test'
import { openModal, password } from './account-modals'
import { findings } from './axe-findings'
import { linkFromMailbox } from './mailbox'
import { expect, test } from './product-test'
import { enterVerified } from './virtual-authenticator'

/** A member with an authenticator app, logged out. @returns the app's secret */
async function withSecondStep(page: Page, of: { api: string; demo: string; email: string }): Promise<string> {
  await enterVerified(page, { ...of, password })
  await page.waitForFunction(() => window.$memberstackReady)
  const secret = await page.evaluate(async () => (await window.$memberstackDom!.startMemberTotp()).data.secret)
  await page.evaluate(async (code) => window.$memberstackDom!.confirmMemberTotp({ code }), codeOf(secret))
  await page.evaluate(async () => window.$memberstackDom!.logout())
  return secret
}

const codeOf = (secret: string, at = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })

test('a member who has lost the second step asks for its removal by email, and cancels it', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 401/)
  await withSecondStep(page, { ...urls, email })
  const dialog = await openModal(page, urls.demo, 'LOGIN')
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Lost your app and your recovery codes?' }).click()
  await expect(dialog.getByText('We have emailed you a link.')).toBeVisible()

  await page.goto(await linkFromMailbox(urls.api, email, '/account/recovery'))
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove them in 72 hours' }).click()
  await expect(page.getByRole('heading', { name: 'Two-step verification will be removed' })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.goto(await linkFromMailbox(urls.api, email, '/account/recovery'))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Canceled' })).toBeVisible()
})

test('a published client logs in with the code right after the password', async ({ page, urls, email }) => {
  const secret = await withSecondStep(page, { ...urls, email })
  const logIn = async (typed: string) => {
    const headers = { 'Content-Type': 'application/json', 'X-APP-ID': 'app_demo' }
    const body = JSON.stringify({ email, password: typed })
    const answer = await fetch(`${urls.api}/auth/login`, { method: 'POST', headers, body })
    return { status: answer.status, text: await answer.text() }
  }
  const refused = await logIn(password)
  expect([refused.status, refused.text]).toEqual([401, expect.stringContaining('right after your password')])
  expect(refused.text).not.toContain('accessToken')
  // The code that turned it on was used; the next one begins within 30 seconds.
  await expect(async () => expect((await logIn(password + codeOf(secret))).status).toBe(200)).toPass({
    intervals: [6_000],
    timeout: 60_000,
  })
})
