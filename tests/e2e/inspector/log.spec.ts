import type { Page } from '@playwright/test'
import { preventReload } from '../prevent-reload'
import { expect, test } from '../product-test'
import { signUp } from '../sign-up'
import { badgeOf } from './inspected-page'

/** Newest first, without the time. */
async function logOf(page: Page): Promise<string[]> {
  if ((await badgeOf(page).getAttribute('aria-expanded')) === 'false') await badgeOf(page).click()
  const toggle = page.getByRole('button', { name: /^Log \d/ })
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
  const lines = await page.locator('ms-inspector li[data-kind]').allInnerTexts()
  return lines.map((line) => line.replace(/^\S+\s+/, '').replaceAll(/\s+/g, ' '))
}

test('the log says why an element was removed, and what the server responded', async ({ page, urls }) => {
  await page.goto(`${urls.demo}/gating/groups.html`)
  const lines = await logOf(page)
  expect(lines).toContain('removed: group pro-area needs plan pln_pro')
  expect(lines).toContain('removed: needs plan pln_free')
  expect(lines.some((line) => /^POST \/app-member → 200 \(\d+ ms\)$/.test(line))).toBe(true)
  expect(lines.at(-1)).toBe('/gating/groups.html')
})

test('a redirect is explained on the page that it leads to', async ({ page, urls }) => {
  await page.goto(`${urls.demo}/pro.html?invite=1234`)
  await page.waitForURL('**/pricing.html')
  const lines = await logOf(page)
  expect(lines).toContain('redirect to /pricing.html: group pro-area needs plan pln_pro')
  expect(lines).toContain('/pro.html')
  expect(lines.indexOf('/pricing.html')).toBeLessThan(lines.indexOf('/pro.html'))
})

test('the log, its stored copy and the report contain no private data', async ({ page, urls, email }) => {
  const password = 'Correct-Horse-Battery-9'
  const token = await signUp(urls.api, { email, password })
  await preventReload(page)
  await page.goto(`${urls.demo}/forms/login.html`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText(`You are logged in as ${email}`)).toBeVisible()
  expect((await logOf(page)).some((line) => line.startsWith('POST /auth/login → 200'))).toBe(true)
  await page.getByRole('button', { name: /POST \/auth\/login/ }).click()
  const sent = page.locator('ms-inspector li[data-kind=call]').filter({ hasText: '/auth/login' })
  await expect(sent).toContainText('"password":"…"')

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy report' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('Member: logged in')
  const report = await page.evaluate(() => navigator.clipboard.readText())
  const shown = await page.locator('ms-inspector li[data-kind]').allInnerTexts()
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')))
  const kept = await page.evaluate(() => sessionStorage.getItem('ms_inspector_log') ?? '')
  expect(kept).toContain('/auth/login')
  const session = await page.evaluate(() => localStorage.getItem('_ms-mid') ?? '')
  expect(session.length).toBeGreaterThan(20)
  for (const secret of [email, password, token, session])
    for (const text of [report, shown.join('\n'), kept]) expect(text).not.toContain(secret)
})
