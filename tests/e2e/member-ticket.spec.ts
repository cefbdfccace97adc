import type { Page } from '@playwright/test'
import { holdAnswers, someFrames, stopClock } from './page-recorder'
import { expect, test } from './product-test'
import { watchGates } from './watch-gates'

const demo = (page: Page, origin: string) => page.goto(`${origin}/install/member-token.html`)
const join = (page: Page, email: string) =>
  page.evaluate(
    (who) => window.$memberstackDom?.signupMemberEmailPassword({ email: who, password: 'a-good-password' }),
    email,
  )

async function ticketLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Make a ticket' }).click()
  const href = await page.getByRole('link', { name: /^Log in at/ }).getAttribute('href')
  return String(href)
}

test('useMemberToken: a ticket logs in at another site of the app, once, and is removed from the URL', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  await demo(page, urls.demo)
  await join(page, email)
  const href = await ticketLink(page)
  expect(new URL(href).origin).toBe(urls.demo.replace('localhost', '127.0.0.1'))

  // On its own site the browser sends the URL before scripts run.
  const leaks: string[] = []
  const ticket = new URL(href).searchParams.get('memberToken') ?? ''
  page.on('request', (request) => {
    const { referer } = request.headers()
    if (!request.url().startsWith(new URL(href).origin) && `${request.url()} ${referer}`.includes(ticket))
      leaks.push(request.url())
  })
  await page.goto(`${href}&other=%20+x#part`)
  await expect(page.getByText(email)).toBeVisible()
  const { pathname, search, hash } = new URL(page.url())
  expect([pathname, search, hash]).toEqual(['/install/member-token.html', '?other=%20+x', '#part'])
  expect(leaks).toEqual([])

  await page.evaluate(() => window.$memberstackDom?.logout())
  expectedConsole.push(/login ticket in this page’s URL was rejected/, /status of 40/)
  await page.goto(href)
  await expect(page.getByRole('heading', { name: 'You are not logged in' })).toBeVisible()
  expect(page.url()).not.toContain('memberToken')
})

test('useMemberToken: a logged-in member stays logged in, and the ticket is not used', async ({
  page,
  urls,
  email,
  openTab,
}) => {
  await demo(page, urls.demo)
  await join(page, email)
  const href = await ticketLink(page)
  const other = await openTab()
  const elsewhere = new URL(href).origin
  await demo(other, elsewhere)
  await join(other, `other-${email}`)
  await other.goto(href)
  await expect(other.getByText(`other-${email}`)).toBeVisible()
  expect(other.url()).not.toContain('memberToken')
  await other.evaluate(() => window.$memberstackDom?.logout())
  await other.goto(href)
  await expect(other.getByText(email)).toBeVisible()
})

test('useMemberToken: neither side shows while the ticket is being exchanged', async ({ page, urls, email }) => {
  await demo(page, urls.demo)
  await join(page, email)
  const href = await ticketLink(page)
  const release = await holdAnswers(page, '**/auth/member-ticket')
  const asked = page.waitForRequest('**/auth/member-ticket')
  await watchGates(page)
  await stopClock(page)
  await page.goto(href)
  await asked
  await someFrames(page)
  expect(await page.evaluate(() => [...window.gatesSeen])).toEqual([])
  release()
  await page.clock.resume()
  await expect(page.getByText(email)).toBeVisible()
})

test('without useMemberToken a page leaves the parameter alone', async ({ page, urls }) => {
  await page.goto(`${urls.demo}/pricing.html?memberToken=abc`)
  await page.waitForFunction(() => window.$memberstackReady)
  expect(new URL(page.url()).search).toBe('?memberToken=abc')
})
