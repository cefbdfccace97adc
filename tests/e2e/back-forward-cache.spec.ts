import type { Page } from '@playwright/test'
import { launchOptions } from '../support/launch-browser'
import { holdAnswers } from './page-recorder'
import { expect, test } from './product-test'
import { profilePage } from './profile-page'
import { serveHtml } from './serve-html'
import { signUp } from './sign-up'
import { slow } from './slow-tier'

const options = await launchOptions()
// Playwright disables the cache; our pages must be able to use it.
test.use({ launchOptions: { ...options, ignoreDefaultArgs: ['--disable-back-forward-cache'] } })

/** The report goes through storage, because Playwright loses a page that is restored. */
const REPORT = 'test-report'

interface Report {
  /** Where it was taken, or where a redirect has led since. */
  path: string
  frames: number
  /** Values of `data-ms-content`, headings, submit buttons and field values that were visible in any frame. */
  seen: string[]
}

/** Records what each frame shows after a restore from the cache. */
function reportReturn(key: string): void {
  const write = (report: Report): void => localStorage.setItem(key, JSON.stringify(report))
  const before: Report | null = JSON.parse(localStorage.getItem(key) ?? 'null')
  if (before) write({ ...before, path: location.pathname })
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    const seen = new Set<string>()
    let frames = 0
    const look = (): void => {
      for (const element of document.querySelectorAll('h1, [data-ms-content], button:enabled')) {
        const isShown = element.getClientRects().length && getComputedStyle(element).visibility === 'visible'
        if (isShown) seen.add(element.getAttribute('data-ms-content') ?? element.textContent)
      }
      for (const field of document.querySelectorAll('input')) if (field.value) seen.add(`field: ${field.value}`)
      frames += 1
      write({ path: location.pathname, frames, seen: [...seen] })
      requestAnimationFrame(look)
    }
    // A page that leaves at once shows no frame.
    write({ path: location.pathname, frames, seen: [] })
    requestAnimationFrame(look)
  })
}

/** Later frames show the same: the page has handled its return. */
const FRAMES_TO_WATCH = 30

/** @param other a page of the same origin @param isDone by default some frames later */
async function goBack(
  page: Page,
  other: Page,
  isDone = ({ frames }: Report): boolean => frames > FRAMES_TO_WATCH,
): Promise<string[]> {
  await page.evaluate(() => void setTimeout(() => history.back()))
  const report = async (): Promise<Report | null> =>
    JSON.parse((await other.evaluate((key) => localStorage.getItem(key), REPORT)) ?? 'null')
  await expect
    .poll(async () => {
      const now = await report()
      return now !== null && isDone(now) ? 'done' : now
    })
    .toBe('done')
  return (await report())?.seen ?? []
}

const shows =
  (what: string) =>
  ({ frames, seen }: Report): boolean =>
    seen.includes(what) && frames > FRAMES_TO_WATCH

const ready = (page: Page) => page.waitForFunction(() => window.$memberstackReady)
const visit = async (page: Page, url: string): Promise<void> => {
  await page.goto(url)
  await ready(page)
}
const join = (page: Page, email: string) =>
  page.evaluate(
    (who) => window.$memberstackDom?.signupMemberEmailPassword({ email: who, password: 'a-good-password' }),
    email,
  )
const logOut = (page: Page) => page.evaluate(() => window.$memberstackDom?.logout())

test.beforeEach(({ page }) => page.addInitScript(reportReturn, REPORT))

test('after a logout, Back shows no member content', async ({ page, urls, email, openTab }) => {
  await visit(page, `${urls.demo}/gating/members.html`)
  await join(page, email)
  await expect(page.locator('#for-members')).toBeVisible()
  await visit(page, `${urls.demo}/pricing.html`)
  await logOut(page)
  const other = await openTab()
  await visit(other, urls.demo)
  const seen = await goBack(page, other, shows('!members'))
  expect(seen).toContain('Members and visitors')
  expect(seen).not.toContain('members')
})

test('after a login, Back shows member content', async ({ page, urls, email, openTab }) => {
  await visit(page, `${urls.demo}/gating/members.html`)
  await visit(page, `${urls.demo}/pricing.html`)
  await join(page, email)
  const other = await openTab()
  await visit(other, urls.demo)
  const seen = await goBack(page, other, shows('members'))
  expect(seen).not.toContain('!members')
})

test('no frame shows a gated page on Back after a logout', async ({ page, urls, email, openTab }) => {
  await visit(page, `${urls.demo}/pricing.html`)
  await join(page, email)
  await visit(page, `${urls.demo}/members/`)
  await visit(page, `${urls.demo}/pricing.html`)
  await logOut(page)
  const other = await openTab()
  await visit(other, urls.demo)
  expect(await goBack(page, other, ({ path }) => path === '/access-denied.html')).toEqual([])
})

// Not the login: browsers keep no page that has offered passkeys.
test('a form that was left while it was sending is usable again', slow, async ({ page, urls, email, openTab }) => {
  await visit(page, `${urls.demo}/forms/forgot-password.html`)
  const release = await holdAnswers(page, '**/send-reset-password-email')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page.getByRole('button', { name: 'Sending…' })).toBeDisabled()
  await visit(page, `${urls.demo}/pricing.html`)
  release()
  const other = await openTab()
  await visit(other, urls.demo)
  await goBack(page, other, shows('Send the code'))
})

for (const isLoggedOut of [false, true]) {
  const what = isLoggedOut ? 'no data of a member who has logged out, in any frame' : 'the values of a member’s fields'
  test(`a page that Back brings back shows ${what}`, async ({ page, urls, email, openTab }) => {
    const outside = await serveHtml(profilePage(urls.api))
    const customFields = { 'first-name': 'Ada' }
    const token = await signUp(urls.api, { email, password: 'a-good-password', customFields })
    await visit(page, outside.url)
    await page.evaluate((value) => localStorage.setItem('_ms-mid', value), token)
    await visit(page, outside.url)
    await expect(page.getByLabel('First name')).toHaveValue('Ada')
    await visit(page, `${outside.url}another`)
    if (isLoggedOut) await logOut(page)
    const other = await openTab()
    await visit(other, `${outside.url}other`)
    const seen = await goBack(page, other, isLoggedOut ? undefined : shows('field: Ada'))
    expect(seen).toContain('Profile')
    expect(seen.includes('field: Ada')).toBe(!isLoggedOut)
    outside.close()
  })
}
