import type { Page } from '@playwright/test'
import { READY_TIMEOUT_MS } from '../../contract/limits'
import { expect, test } from './product-test'
import { storeSession } from './store-session'

declare global {
  interface Window {
    /** Values of data-ms-content that any frame showed. */
    shown: Set<string>
    frames_: number
  }
}

const forMembers = '#for-members'
const forVisitors = '#for-visitors'

/** From the first frame on, writes down which gated elements a person could see. */
const watchEveryFrame = (page: Page) =>
  page.addInitScript(() => {
    window.shown = new Set()
    window.frames_ = 0
    const look = () => {
      window.frames_ += 1
      for (const element of document.querySelectorAll('[data-ms-content]'))
        if (element.checkVisibility()) window.shown.add(element.getAttribute('data-ms-content') ?? '')
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })

const shownSoFar = (page: Page) => page.evaluate(() => [...window.shown].filter((value) => value !== ''))

/** The API answers this late, so that there are frames in which nothing is known. */
const slowDown = (page: Page, api: string) =>
  page.route(`${api}/app-member`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue()
  })

test('a visitor never sees a frame of what is for members', async ({ page, urls }) => {
  await watchEveryFrame(page)
  await slowDown(page, urls.api)
  await page.goto(`${urls.demo}/gating/members.html`)
  await page.waitForFunction(() => window.$memberstackReady)
  await expect(page.locator(forVisitors)).toBeVisible()
  await expect(page.locator(forMembers)).toHaveCount(0)
  expect(await page.evaluate(() => window.frames_)).toBeGreaterThan(10)
  expect(await shownSoFar(page)).toEqual(['!members'])
})

test('a member never sees a frame of what is for visitors', async ({ page, urls, email }) => {
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await watchEveryFrame(page)
  await slowDown(page, urls.api)
  await page.goto(`${urls.demo}/gating/members.html`)
  await expect(page.locator(forMembers)).toBeVisible()
  await expect(page.locator(forVisitors)).toHaveCount(0)
  expect(await page.evaluate(() => window.frames_)).toBeGreaterThan(10)
  expect(await shownSoFar(page)).toEqual(['members'])
})

test('the watch would notice: without the script both are seen', async ({ page, urls, expectedConsole }) => {
  expectedConsole.push(/ERR_FAILED/)
  await watchEveryFrame(page)
  await page.route(`${urls.api}/membership.js`, (route) => route.abort())
  await page.goto(`${urls.demo}/gating/members.html`)
  await expect.poll(() => shownSoFar(page)).toEqual(expect.arrayContaining(['members', '!members']))
})

test('when the API never answers, visitors’ content shows after three seconds and members’ stays hidden', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/.*/)
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await watchEveryFrame(page)
  await page.route(`${urls.api}/app-member`, () => undefined)
  await page.goto(`${urls.demo}/gating/members.html`)
  await page.waitForTimeout(READY_TIMEOUT_MS - 1_500)
  expect(await shownSoFar(page)).toEqual([])
  await expect(page.locator(forVisitors)).toBeVisible({ timeout: 4_000 })
  expect(await page.evaluate(() => window.$memberstackReady)).toBe(true)
  expect(await shownSoFar(page)).toEqual(['!members'])
})

test('what a person may not see is a comment, and the same element comes back', async ({ page, urls, email }) => {
  await page.goto(`${urls.demo}/gating/members.html`)
  await page.waitForFunction(() => window.$memberstackReady)
  await page.evaluate(() => Object.assign(document.querySelector('#for-visitors') ?? {}, { mine: 'kept' }))
  const credentials = { email, password: 'a-good-password' }
  await page.evaluate((who) => window.$memberstackDom?.signupMemberEmailPassword(who), credentials)
  await expect(page.locator(forMembers)).toBeVisible()
  await expect(page.locator(forVisitors)).toHaveCount(0)
  const comments = await page.evaluate(() => document.querySelector('main')?.innerHTML.match(/<!--/g)?.length ?? 0)
  expect(comments).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.locator(forVisitors)).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(document.querySelector('#for-visitors') ?? {}, 'mine'))).toBe('kept')
})
