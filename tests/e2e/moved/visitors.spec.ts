import type { Page } from '@playwright/test'
import { expect, logInByDialog, ready, stayLoggedIn, test } from '../outside/outside-test'
import { painted } from '../page-recorder'

/** Records the elements for members that any frame shows. */
const recordShown = (page: Page) =>
  page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(window, { seen: () => [...seen] })
    const look = (): void => {
      for (const element of document.querySelectorAll('.own'))
        if (element.getClientRects().length > 0) seen.add(element.outerHTML.slice(0, 60))
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
const seen = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const read: unknown = Reflect.get(window, 'seen')
    return typeof read === 'function' ? read() : 'nothing recorded'
  })

const both = (page: Page) => expect(page.locator('#late [data-ms-modal=login]')).toHaveCount(1)

test('a visitor sees nothing that is for members, in no frame, also of nodes added later', async ({ page, site }) => {
  await recordShown(page)
  await page.goto(`${site.url}/moved/account.html`)
  await ready(page)
  await both(page)
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveCount(2)
  await painted(page)
  expect(await seen(page)).toEqual([])
})

test('a member sees all of it, and after the logout none', async ({ page, site, member }) => {
  await stayLoggedIn(page, member)
  await page.goto(`${site.url}/moved/account.html`)
  await ready(page)
  await both(page)
  for (const place of ['#page', '#late']) {
    const own = page.locator(`${place} .own`)
    await expect(own).toHaveCount(9)
    for (const element of await own.all()) await expect(element).toBeVisible()
  }
  await page.evaluate(() => window.$memberstackDom?.logout())
  await expect(page.locator('.own:visible')).toHaveCount(0)
})

test('without a response of the server none of it shows', async ({ page, site, member, expectedConsole }) => {
  expectedConsole.push(/could not be loaded|Failed to load|ERR_FAILED/)
  await stayLoggedIn(page, member)
  await page.route(/\/app-member/, (route) => route.abort())
  await recordShown(page)
  await page.goto(`${site.url}/moved/account.html`)
  await ready(page)
  await both(page)
  expect(await seen(page)).toEqual([])
})

test('a script that presses the profile’s opener for a visitor opens the login', async ({ page, site, member }) => {
  await page.goto(`${site.url}/moved/account.html`)
  await ready(page)
  await page.evaluate(() => document.querySelector<HTMLElement>('[data-ms-modal=profile]')?.click())
  await logInByDialog(page, member)
  await expect(page.locator('#page').getByRole('link', { name: 'Profile' })).toBeVisible()
  await expect(page.getByText('Member not logged in')).toHaveCount(0)
})
